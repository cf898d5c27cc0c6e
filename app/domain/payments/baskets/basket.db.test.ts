import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { todayIn } from '#app/domain/core/dates.ts'
import { at, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { receiptDocumentData } from '#app/domain/payments/payments/receipt.ts'
import '#tests/support/product/matchers.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { startAttempt } from '#app/domain/payments/attempts/start.ts'
import { student } from '#tests/support/database/factories.ts'
import { credit, invoice } from '#tests/support/database/money-factories.ts'
import { askedOf, type Shown } from './basket.ts'
import { payByCredit } from './settle-basket.ts'

describe('a basket', () => {
  let shop: Shop
  let deeds: ReturnType<typeof familiesOf>
  beforeAll(async () => {
    shop = await openShop()
    deeds = familiesOf(shop)
  })
  const family = (each?: readonly number[]) => deeds.family(each)
  const start: typeof deeds.start = (...given) => deeds.start(...given)
  const give = (parent_id: string, sen: number) => deeds.give(parent_id, sen)
  const creditNow = (parent_id: string) => deeds.creditNow(parent_id)
  const allocationsOf = (payment_id: string) => deeds.allocationsOf(payment_id)
  const states = (home: Family) => deeds.states(home)

  test('three invoices of two children are one transaction, one fee, one receipt and three allocations', async () => {
    const home = await family()
    const attempt = await start(home, { shown: home.shown })
    expect(attempt).toMatchObject({ amount_sen: 18_149, payer_fee_sen: 100 })
    expect(await states(home)).toEqual(['pending', 'pending', 'pending'])
    await shop.say(attempt, '00')
    const [payment, ...more] = await shop.paymentOf(attempt.id)
    expect(more).toEqual([])
    expect(payment).toMatchObject({ amount_sen: 18_149, payer_fee_sen: 100, payer_parent_id: home.parent_id })
    expect(await allocationsOf(payment!.id)).toEqual(
      home.bills.map(({ id }, n) => ({ invoice_id: id, amount_sen: sums[n] })),
    )
    expect(await states(home)).toEqual(['paid', 'paid', 'paid'])
    const receipt = await shop.tenant.read((db) => receiptDocumentData(db, payment!.id))
    expect(receipt.allocations.map(({ number }) => number)).toEqual(home.bills.map((one) => one.number))
    expect(new Set(receipt.allocations.map((row) => row.title.student))).toEqual(
      new Set(home.children.map(({ name }) => name)),
    )
    await shop.balanced()
  })

  describe('of what changed since the payer looked', () => {
    let home: Family
    beforeEach(async () => {
      home = await family()
    })
    const refused = async (shown: Shown, code: string, values: object) => {
      await expect(start(home, { shown })).rejects.toMatchObject({ name: 'Refusal', code, values })
    }

    test('an invoice that was paid is named, with the sum of the others', async () => {
      await shop.cash(home.bills[1]!.id, 5_050)
      await refused(home.shown, 'payment.changed.paid', { numbers: home.bills[1]!.number, total: 'RM130.99' })
      expect(await states(home)).toEqual(['unpaid', 'paid', 'unpaid'])
    })

    test('so is one of which a part was paid', async () => {
      await shop.cash(home.bills[0]!.id, 2_000)
      await refused(home.shown, 'payment.changed.owed', { numbers: home.bills[0]!.number, total: 'RM161.49' })
    })

    test('and those that a bank is busy with', async () => {
      await start(home, { only: home.codes.slice(1) })
      const numbers = `${home.bills[1]!.number}, ${home.bills[2]!.number}`
      await refused(home.shown, 'payment.changed.in_payment', { numbers, total: 'RM121.00' })
    })

    test('one that was cancelled', async () => {
      await shop.tenant.write((trx) =>
        trx
          .updateTable('invoice')
          .set({ status: 'cancelled', cancel_reason: 'Tersilap bil' })
          .where('id', '=', home.bills[2]!.id)
          .execute(),
      )
      await refused(home.shown, 'payment.changed.cancelled', {
        numbers: home.bills[2]!.number,
        total: 'RM171.50',
      })
    })

    test('the fee', async () => {
      await refused({ ...home.shown, fee_sen: 50 }, 'payment.changed.fee', {
        fee: 'RM1.00',
        total: 'RM181.49',
      })
    })

    test('the fee, also when credit pays a part', async () => {
      await give(home.parent_id, 1_000)
      await refused({ ...home.shown, fee_sen: 50, credit_sen: 1_000 }, 'payment.changed.fee', {
        fee: 'RM1.00',
        total: 'RM171.49',
      })
      expect(await creditNow(home.parent_id)).toBe(1_000)
    })

    test('and credit that the family has by now', async () => {
      await give(home.parent_id, 1_000)
      await refused(home.shown, 'payment.changed.credit', { credit: 'RM10.00', total: 'RM171.49' })
      expect(await creditNow(home.parent_id)).toBe(1_000)
    })
  })

  describe('credit', () => {
    test('is used first, for what is due first, and the bank is asked for the rest', async () => {
      const home = await family()
      await give(home.parent_id, 12_500)
      const attempt = await start(home, { shown: { ...home.shown, credit_sen: 12_500 } })
      expect(attempt.amount_sen).toBe(18_149 - 12_500)
      expect(await creditNow(home.parent_id)).toBe(0)
      expect(await states(home)).toEqual(['paid', 'pending', 'pending'])
      await shop.say(attempt, '00')
      expect(await states(home)).toEqual(['paid', 'paid', 'paid'])
      const [payment] = await shop.paymentOf(attempt.id)
      expect(await allocationsOf(payment!.id)).toEqual([
        { invoice_id: home.bills[1]!.id, amount_sen: 4_550 },
        { invoice_id: home.bills[2]!.id, amount_sen: 999 },
      ])
    })

    test('that covers it all needs no bank and no fee', async () => {
      const home = await family()
      await give(home.parent_id, 20_000)
      const shown = { fee_sen: 0, credit_sen: 18_049, owed_sen: sums }
      expect(askedOf(shown)).toBe(0)
      await shop.tenant.write((trx) =>
        payByCredit(trx, home.actor, { codes: home.codes, shown }, todayIn(at)),
      )
      expect(await states(home)).toEqual(['paid', 'paid', 'paid'])
      expect(await creditNow(home.parent_id)).toBe(1_951)
    })

    test('that is too little is not used alone', async () => {
      const home = await family()
      await give(home.parent_id, 18_048)
      await expect(
        shop.tenant.write((trx) => payByCredit(trx, home.actor, { codes: home.codes }, todayIn(at))),
      ).toRefuse('family_credit.too_little')
      expect(await creditNow(home.parent_id)).toBe(18_048)
    })

    test('stays with the family when whoever has only the code pays', async () => {
      const home = await family()
      await give(home.parent_id, 1_000)
      const attempt = await shop.start(home.codes, { shown: home.shown })
      expect(attempt.amount_sen).toBe(18_149)
      expect(await creditNow(home.parent_id)).toBe(1_000)
    })

    test('stays when the payment cannot be begun', async () => {
      const home = await family([150])
      await give(home.parent_id, 120)
      await shop.tenant.write((trx) =>
        trx
          .insertInto('setting')
          .values({ key: 'fpx_fee', value: JSON.stringify({ subsidy: 'full' }) })
          .execute(),
      )
      await expect(start(home)).toRefuse('payment.b2c_min')
      expect(await creditNow(home.parent_id)).toBe(120)
      await shop.tenant.write((trx) => trx.deleteFrom('setting').where('key', '=', 'fpx_fee').execute())
    })
  })

  test('of baskets that overlap in every order at once each invoice is in one at most, and none waits for another', async () => {
    const home = await family()
    const [a, b, c] = home.codes as [string, string, string]
    const orders = [
      [a, b],
      [b, c],
      [c, a],
      [b, a],
      [c, b],
      [a, c],
      [a, b, c],
      [c, b, a],
    ]
    const tries = await Promise.allSettled(
      Array.from({ length: 24 }, (_, n) => start(home, { only: orders[n % orders.length]! })),
    )
    const won = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(won).toHaveLength(1)
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invoice.in_payment' })
    // while one ends and gives back, others take and are given back
    await Promise.all([shop.say(won[0]!, '51'), start(home).catch(() => {}), start(home).catch(() => {})])
    await shop.balanced()
  })

  test('a second success that comes late is the family’s credit, told to both sides', async () => {
    const { id: user_id } = await shop.tenant.actor('superadmin')
    const home = await family()
    const first = await start(home, { shown: home.shown })
    await shop.say(first, '51')
    expect(await states(home)).toEqual(['unpaid', 'unpaid', 'unpaid'])
    const second = await start(home, { shown: home.shown })
    await shop.say(second, '00')
    // the first went through after all
    const applied = await shop.say(first, '00')
    expect(applied).toMatchObject({ state: 'paid', alarm: { reason: 'credited' } })
    const [late] = await shop.paymentOf(first.id)
    expect(await allocationsOf(late!.id)).toEqual([])
    expect(await creditNow(home.parent_id)).toBe(18_049)
    await expect(shop.tenant).toHaveEnqueued('receipt.send', { payment_id: late!.id })
    const exception = await shop.tenant.read((db) =>
      db
        .selectFrom('platform.payment_exception')
        .select(['id', 'kind', 'payment_id'])
        .where('attempt_id', '=', first.id)
        .executeTakeFirstOrThrow(),
    )
    expect(exception).toMatchObject({ kind: 'credited', payment_id: late!.id })
    await expect(shop.tenant).toHaveEnqueued('exception.mail', { user_id, exception_id: exception.id })
    await shop.balanced()
  })

  test('a success that comes after one of them was paid at the counter pays the others and leaves the rest as credit', async () => {
    const home = await family()
    const attempt = await start(home, { shown: home.shown })
    await shop.cash(home.bills[0]!.id, 12_000, { despite_attempt: 'on' })
    await shop.say(attempt, '00')
    expect(await states(home)).toEqual(['paid', 'paid', 'paid'])
    expect(await creditNow(home.parent_id)).toBe(12_000)
    await shop.balanced()
  })
})

describe('part payment', () => {
  let shop: Shop
  let deeds: ReturnType<typeof familiesOf>
  beforeAll(async () => {
    shop = await openShop()
    deeds = familiesOf(shop)
  })

  describe('a part', () => {
    const allow = (rule: 'none' | 'any' | 'oldest_first', min_sen = 1_000) =>
      shop.tenant.write(async (trx) => {
        await trx.deleteFrom('setting').where('key', '=', 'part_payment').execute()
        await trx
          .insertInto('setting')
          .values({ key: 'part_payment', value: JSON.stringify({ rule, min_sen }) })
          .execute()
      })
    const part = (home: Family, part_sen: number, { only = home.codes, actor = home.actor } = {}) =>
      deeds.start({ ...home, actor }, { part_sen, only })

    test('is for what is due first, holds no more than that, and leaves the rest open', async () => {
      await allow('any')
      const home = await deeds.family()
      const attempt = await part(home, 12_050)
      expect(attempt.amount_sen).toBe(12_150)
      expect(await deeds.states(home)).toEqual(['pending', 'pending', 'unpaid'])
      await shop.say(attempt, '00')
      expect(await deeds.states(home)).toEqual(['paid', 'unpaid', 'unpaid'])
      const [payment] = await shop.paymentOf(attempt.id)
      expect(await deeds.allocationsOf(payment!.id)).toEqual([
        { invoice_id: home.bills[0]!.id, amount_sen: 12_000 },
        { invoice_id: home.bills[1]!.id, amount_sen: 50 },
      ])
      expect((await shop.invoiceNow(home.bills[1]!.id)).balance_sen).toBe(5_000)
      await shop.balanced()
    })

    test('comes after credit', async () => {
      await allow('any')
      const home = await deeds.family()
      await deeds.give(home.parent_id, 11_500)
      expect((await part(home, 1_000)).amount_sen).toBe(1_100)
      expect(await deeds.states(home)).toEqual(['pending', 'pending', 'unpaid'])
    })

    test.each([
      ['none', 5_000, 'payment.part_off'],
      ['any', 999, 'payment.part_small'],
      ['any', 18_050, 'payment.part_large'],
    ] as const)('by the rule %s of %i sen is refused: %s', async (rule, sen, code) => {
      await allow(rule)
      const home = await deeds.family()
      await expect(part(home, sen)).toRefuse(code, 'part')
      expect(await deeds.states(home)).toEqual(['unpaid', 'unpaid', 'unpaid'])
    })

    test('below the least is refused to guests as well', async () => {
      await allow('any')
      const home = await deeds.family()
      const guest = { ...home.actor, parent_id: null }
      await expect(part(home, 999, { actor: guest })).toRefuse('payment.part_small', 'part')
      expect((await part(home, 1_000, { actor: guest })).amount_sen).toBe(1_100)
    })

    test('that is all of it is no part, whatever the rule', async () => {
      await allow('none')
      expect((await part(await deeds.family(), 18_049)).amount_sen).toBe(18_149)
    })

    test('oldest first leaves nothing older behind, and is for who is signed in', async () => {
      await allow('oldest_first')
      const home = await deeds.family()
      await shop.tenant.write((trx) =>
        trx
          .updateTable('invoice')
          .set({ due_on: '2026-03-01' })
          .where('id', '=', home.bills[1]!.id)
          .execute(),
      )
      const young = home.codes.slice(1, 2)
      await expect(part(home, 2_000, { only: young })).toRefuse('payment.part_oldest')
      const guest = { ...home.actor, parent_id: null }
      await expect(part(home, 2_000, { actor: guest })).toRefuse('payment.part_off')
      expect((await part(home, 2_000)).amount_sen).toBe(2_100)
      expect(await deeds.states(home)).toEqual(['pending', 'unpaid', 'unpaid'])
    })

    test('oldest first leaves nothing behind that is older than the last of what it pays', async () => {
      await allow('oldest_first')
      const home = await deeds.family()
      const days = ['2026-03-05', '2026-04-05', '2026-05-05']
      await shop.tenant.write(async (trx) => {
        for (const [n, { id }] of home.bills.entries())
          await trx.updateTable('invoice').set({ due_on: days[n]! }).where('id', '=', id).execute()
      })
      const [first, , last] = home.codes
      await expect(part(home, 12_500, { only: [first!, last!] })).toRefuse('payment.part_oldest')
      expect((await part(home, 12_000, { only: [first!, last!] })).amount_sen).toBe(12_100)
    })
  })
})

const sums = [12_000, 5_050, 999]

interface Family {
  actor: Actor
  parent_id: string
  children: { name: string }[]
  bills: Awaited<ReturnType<typeof invoice>>[]
  codes: string[]
  shown: Shown
}

/** Families of an organisation who are signed in, and what they do. */
function familiesOf(shop: Shop) {
  /** A parent who is signed in, two children, and three invoices of them. */
  async function family(each: readonly number[] = sums): Promise<Family> {
    const { write, branch } = shop.tenant
    const { children, bills } = await write(async (trx) => {
      const eldest = await student(trx, { branch_id: branch.id })
      const second = await student(trx, { branch_id: branch.id }, { payer: eldest.payer! })
      const children = [eldest, second]
      const bills = []
      for (const [n, price_sen] of each.entries())
        bills.push(
          await invoice(
            trx,
            { student_id: children[n % 2]!.id, payer_parent_id: eldest.payer!.id, branch_id: branch.id },
            [{ price_sen }],
          ),
        )
      return { children, bills }
    })
    const parent_id = children[0]!.payer!.id
    const actor: Actor = { ...(await shop.tenant.actor('parent')), parent_id }
    const codes = bills.map(({ public_code }) => public_code)
    const owed_sen = [...each]
    const shown: Shown = { fee_sen: 100, credit_sen: 0, owed_sen }
    return { actor, parent_id, children, bills, codes, shown }
  }

  /** Starts the payment as the family that is signed in; returns the attempt. */
  async function start(
    { actor, codes }: Family,
    { shown, part_sen, only = codes }: { shown?: Shown; part_sen?: number; only?: readonly string[] } = {},
  ) {
    const code = await shop.tenant.write((trx) =>
      startAttempt(trx, actor, shop.config, {
        ...{ codes: only, shown, part_sen, model: 'B2C', at, locale: 'en' },
        bank: { code: 'TEST0021', name: 'SBI Bank A', online: true },
        ...{ buyer_name: 'Nur Aisyah', buyer_email: 'aisyah@family.test' },
      }),
    )
    return shop.attempt(code)
  }

  const give = (parent_id: string, delta_sen: number) =>
    shop.tenant.write((trx) => credit(trx, { parent_id, delta_sen }))

  const creditNow = async (parent_id: string) => {
    const { sen } = await shop.tenant.read((db) =>
      db
        .selectFrom('credit_entry')
        .select((eb) => eb.fn.sum<number>('delta_sen').as('sen'))
        .where('parent_id', '=', parent_id)
        .executeTakeFirstOrThrow(),
    )
    return Number(sen ?? 0)
  }

  const allocationsOf = (payment_id: string) =>
    shop.tenant.read((db) =>
      db
        .selectFrom('payment_allocation')
        .select(['invoice_id', 'amount_sen'])
        .where('payment_id', '=', payment_id)
        .orderBy('invoice_id')
        .execute(),
    )

  const states = async ({ bills }: Family) =>
    Promise.all(bills.map(async ({ id }) => (await shop.invoiceNow(id)).status))

  return { family, start, give, creditNow, allocationsOf, states }
}
