import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { releaseAttempt } from '#app/domain/gateways/answers/give-up.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { openDrawer } from '#app/domain/payments/drawers/change-drawer.ts'
import { drawer } from '#app/domain/payments/drawers/find-drawers.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import {
  type CounterInput,
  counterForm,
  type RecordInput,
  recordForm,
} from '#app/domain/payments/payments/payment.ts'
import {
  recordFamilyPayment,
  recordPayment,
  takeFamilyTransfer,
} from '#app/domain/payments/payments/record-payment.ts'
import { branch, type Trx } from '#tests/support/database/factories.ts'
import { besides } from '#tests/support/database/locks.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { recordAtCounter, saveCounterSetting } from './counter.ts'
import { recordedCash } from './till.ts'

describe('payments at the counter', () => {
  const today = '2026-01-31'
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })

  /** Invoices of one family at the clerk's branch, the oldest first. */
  async function owing(...sens: number[]) {
    const { tenant } = shop
    return tenant.write(async (trx) => {
      const [first, ...others] = sens
      const one = await invoice(trx, { branch_id: tenant.branch.id, due_on: '2026-01-31' }, [
        { price_sen: first! },
      ])
      const rest = []
      for (const [index, price_sen] of others.entries()) {
        const { student_id, payer_parent_id } = one
        const given = { student_id, payer_parent_id, branch_id: tenant.branch.id }
        rest.push(await invoice(trx, { ...given, due_on: `2026-02-0${index + 1}` }, [{ price_sen }]))
      }
      return [one, ...rest]
    })
  }

  async function take(family: string, given: Partial<CounterInput> = {}) {
    const clerk = await shop.tenant.actor('clerk')
    const input: CounterInput = { method: 'cash', amount: 12_000, ...given }
    return shop.tenant.write((trx) =>
      recordAtCounter(trx, clerk, family, input, { scope: scopes.branch(clerk), today }),
    )
  }

  const read = (table: 'payment' | 'invoice', id: string) =>
    shop.tenant.read((db) => db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow())

  /** What both books have of a payment. */
  const lines = (payment_id: string) =>
    shop.tenant.read((db) =>
      db
        .selectFrom('collection')
        .innerJoin('platform.ledger as ledger', 'ledger.collection_id', 'collection.id')
        .select(['collection.source', 'collection.gross_sen', 'collection.net_sen', 'collection.status'])
        .select(['ledger.source as ledger_source', 'ledger.gross_sen as ledger_sen'])
        .where('collection.payment_id', '=', payment_id)
        .orderBy('collection.id')
        .execute(),
    )

  const roundCash = (round_cash: boolean, version: number) =>
    shop.tenant.write(async (trx) =>
      saveCounterSetting(trx, await shop.tenant.actor('admin'), { round_cash, receipt_size: 'a4', version }),
    )

  test('what comes goes to the oldest invoice first', async () => {
    const [first, second, third] = await owing(5_000, 4_000, 3_000)
    await take(first!.payer_parent_id, { amount: 7_000 })
    expect(await read('invoice', first!.id)).toMatchObject({ status: 'paid' })
    expect(await read('invoice', second!.id)).toMatchObject({ status: 'unpaid', paid_sen: 2_000 })
    expect(await read('invoice', third!.id)).toMatchObject({ paid_sen: 0 })
    const { payment_id } = await take(first!.payer_parent_id, { amount: 5_000, given: 10_000 })
    expect(await read('payment', payment_id)).toMatchObject({
      amount_sen: 5_000,
      given_sen: 10_000,
      paid_on: today,
    })
    await expect(take(first!.payer_parent_id, { amount: 100 })).rejects.toMatchObject({
      code: 'payment.nothing_due',
    })
  })

  test('of two clerks with one family the second waits, and sees what the first has left', async () => {
    const [one] = await owing(5_000)
    const family = one!.payer_parent_id
    const clerk = await shop.tenant.actor('clerk')
    const second = await besides(
      shop.tenant,
      (locked) =>
        shop.tenant.write(async (trx) => {
          const rules = { scope: scopes.branch(clerk), today }
          await recordAtCounter(trx, clerk, family, { method: 'cash', amount: 5_000 }, rules)
          await locked()
        }),
      () => take(family, { amount: 5_000 }),
    )
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'payment.family_changed' } })
    expect(await read('invoice', one!.id)).toMatchObject({ status: 'paid', paid_sen: 5_000 })
  })

  test.each([
    ['is being paid online', 'pending', 'created'],
    ['may still be paid by a bank that holds it no longer', 'unpaid', 'created'],
    ['is pending, whatever became of its payment', 'pending', 'failed'],
  ])('several invoices need the tick when the last of them %s', async (_, status, state) => {
    const [first, last] = await owing(5_000, 4_000)
    const attempt = await shop.start([last!.public_code])
    const clerk = await shop.tenant.actor('clerk')
    await shop.tenant.write(async (trx) => {
      if (status === 'unpaid') await releaseAttempt(trx, clerk, scopes.branch(clerk), attempt.id)
      if (state === 'failed')
        await trx.updateTable('payment_attempt').set({ state }).where('id', '=', attempt.id).execute()
    })
    expect(await read('invoice', last!.id)).toMatchObject({ status })
    const family = first!.payer_parent_id
    await expect(take(family, { amount: 9_000 })).rejects.toMatchObject({
      ...{ code: 'payment.attempt_open', field: 'despite_attempt' },
    })
    await take(family, { amount: 9_000, despite_attempt: 'on' })
    expect(await read('invoice', last!.id)).toMatchObject({ status: 'paid' })
  })

  describe('cash', () => {
    test.each([
      [10_002, -2],
      [10_003, 2],
      [10_001, -1],
      [10_004, 1],
    ])(
      'of %i sen is rounded by %i, in a line of its own of both books, and taken back with its payment',
      async (sen, by) => {
        const [one] = await owing(sen)
        const { payment_id } = await take(one!.payer_parent_id, { amount: sen })
        expect(await read('invoice', one!.id)).toMatchObject({ status: 'paid', paid_sen: sen })
        expect(await read('payment', payment_id)).toMatchObject({ amount_sen: sen, rounding_sen: by })
        const came = [
          { source: 'invoice', gross_sen: sen, net_sen: sen, ledger_source: 'invoice', ledger_sen: sen },
          { source: 'rounding', gross_sen: by, net_sen: by, ledger_source: 'rounding', ledger_sen: by },
        ]
        expect(await lines(payment_id)).toMatchObject([
          { ...came[0], status: 'collected' },
          { ...came[1], status: 'rounded' },
        ])
        await shop.balanced()
        const owner = await shop.tenant.actor('superadmin')
        await shop.tenant.write((trx) =>
          cancelPayment(trx, owner, scopes.all(owner), payment_id, {
            reason: 'Tersilap',
            today,
            version: null,
          }),
        )
        const all = await lines(payment_id)
        expect(all).toHaveLength(4)
        expect(all.reduce((sum, { gross_sen }) => sum + gross_sen, 0)).toBe(0)
        await shop.balanced()
      },
    )

    test('that is less than asked for is refused, as it is rounded', async () => {
      const [one] = await owing(10_003)
      const given = { amount: 10_003, given: 10_004 }
      await expect(take(one!.payer_parent_id, given)).rejects.toMatchObject({
        code: 'payment.given_below',
        field: 'given',
        values: { cash: 'RM100.05' },
      })
      await expect(take(one!.payer_parent_id, { amount: 2 })).rejects.toMatchObject({ field: 'amount' })
      await take(one!.payer_parent_id, { ...given, given: 10_005 })
    })

    test('is taken to the sen where the organisation does not round, and so is what is no cash', async () => {
      const [one, two] = [await owing(10_002), await owing(10_002)]
      const card = { method: 'card_terminal', reference_no: 'A12345', amount: 10_002, given: 5 } as const
      const { payment_id: carded } = await take(two[0]!.payer_parent_id, card)
      await roundCash(false, 0)
      const { payment_id } = await take(one[0]!.payer_parent_id, { amount: 10_002 })
      await roundCash(true, 1)
      for (const id of [carded, payment_id]) {
        expect(await read('payment', id)).toMatchObject({ rounding_sen: 0, given_sen: null })
        expect(await lines(id)).toHaveLength(1)
      }
    })
  })

  test('what is left over asks before it becomes credit', async () => {
    const [one] = await owing(5_000)
    await expect(take(one!.payer_parent_id, { amount: 6_000 })).rejects.toMatchObject({
      code: 'payment.rest_to_credit',
      field: 'keep_rest',
    })
    expect(await take(one!.payer_parent_id, { amount: 6_000, keep_rest: 'on' })).toMatchObject({
      credit_sen: 1_000,
    })
  })

  test('invoices of another branch stay as they are', async () => {
    const { tenant } = shop
    const other = await tenant.write((trx) => branch(trx))
    const [here] = await owing(5_000)
    const { student_id, payer_parent_id } = here!
    const there = await tenant.write((trx) =>
      invoice(trx, { student_id, payer_parent_id, branch_id: other.id, due_on: '2026-01-31' }, [
        { price_sen: 9_000 },
      ]),
    )
    await take(payer_parent_id, { amount: 5_000 })
    expect(await read('invoice', there.id)).toMatchObject({ paid_sen: 0 })
    await expect(take(payer_parent_id, { amount: 100 })).rejects.toMatchObject({
      code: 'payment.nothing_due',
    })
  })

  test('of ten clerks with the same family one takes the money', async () => {
    const [one] = await owing(5_000)
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => take(one!.payer_parent_id, { amount: 5_000 })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await read('invoice', one!.id)).toMatchObject({ status: 'paid', paid_sen: 5_000 })
    await shop.balanced()
  })

  test('while an online payment is open, it asks first', async () => {
    const row = await shop.bill()
    await shop.start([row.public_code])
    await expect(take(row.payer_parent_id)).rejects.toMatchObject({ code: 'payment.attempt_open' })
    await take(row.payer_parent_id, { despite_attempt: 'on' })
  })
})

describe('the cash drawer', () => {
  const today = '2026-01-31'
  let shop: Shop
  let clerk: Actor
  let id: string

  beforeAll(async () => {
    shop = await openShop()
    clerk = await shop.tenant.actor('clerk')
    const { id: branch_id } = shop.tenant.branch
    id = await shop.tenant.write((trx) =>
      openDrawer(trx, clerk, scopes.branch(clerk), { branch_id, float: 10_000 }, today),
    )
  })

  const bill = (price_sen: number) =>
    shop.tenant.write((trx) => invoice(trx, { branch_id: shop.tenant.branch.id }, [{ price_sen }]))
  const rules = () => ({ scope: scopes.branch(clerk), today, backdate_days: 30, by_hand: true })

  /** At the page of an invoice. */
  async function pay(given: Partial<RecordInput> & { amount: number }) {
    const { id: invoice_id } = await bill(given.amount)
    const input = { method: 'cash', paid_on: today, ...given } as const
    return shop.tenant.write((trx) => recordPayment(trx, clerk, invoice_id, input, rules()))
  }

  const kept = (payment_id: string) =>
    shop.tenant.read((db) =>
      db
        .selectFrom('payment')
        .select(['amount_sen', 'rounding_sen', 'drawer_id'])
        .where('id', '=', payment_id)
        .executeTakeFirstOrThrow(),
    )

  /** What must lie in the drawer, by method. */
  async function expected() {
    const { sums } = await shop.tenant.read((db) => drawer(db, scopes.branch(clerk), id))
    return Object.fromEntries(sums.map(({ method, expected_sen }) => [method, expected_sen]))
  }

  test('what is taken at an invoice or a family lies in the drawer like what is taken at the counter, cash as it is rounded', async () => {
    await pay({ amount: 12_003 })
    await pay({ amount: 4_000, method: 'cheque', reference_no: 'CHQ 120' })
    const one = await bill(5_002)
    const lines = [{ invoice_id: one.id, amount: 5_002 }]
    const { payment_id, number } = await shop.tenant.write((trx) =>
      recordFamilyPayment(
        trx,
        clerk,
        one.payer_parent_id,
        { method: 'cash', amount: 5_002, paid_on: today, lines },
        rules(),
      ),
    )
    expect(await kept(payment_id)).toEqual({ amount_sen: 5_002, rounding_sen: -2, drawer_id: id })
    const said = await shop.tenant.read((db) => recordedCash(db, number))
    expect(said).toEqual({ amount_sen: 5_002, cash_sen: 5_000 })
    expect(await expected()).toMatchObject({ cash: 10_000 + 12_005 + 5_000, cheque: 4_000 })
    await shop.balanced()
  })

  test('cash of a day before is rounded, and lies in no drawer of today', async () => {
    const before = await expected()
    const { payment_id } = await pay({
      ...{ amount: 7_004, paid_on: '2026-01-30', early_reason: 'Diterima oleh cikgu' },
    })
    expect(await kept(payment_id)).toEqual({ amount_sen: 7_004, rounding_sen: 1, drawer_id: null })
    expect(await expected()).toEqual(before)
    await shop.balanced()
  })

  test('what somebody finds at the bank is in nobody’s hand', async () => {
    const [one, before] = [await bill(6_002), await expected()]
    const transfer = { amount: 6_002, paid_on: today, reference_no: 'IBG 77120' }
    await shop.tenant.write((trx) =>
      takeFamilyTransfer(trx, clerk, one.payer_parent_id, transfer, {}, { ...rules(), by_hand: false }),
    )
    expect(await expected()).toEqual(before)
  })

  test('a part in cash that would be rounded to nothing is refused', async () => {
    const { id: invoice_id } = await bill(5_000)
    const input = { method: 'cash', paid_on: today, amount: 2 } as const
    const paid = shop.tenant.write((trx) => recordPayment(trx, clerk, invoice_id, input, rules()))
    await expect(paid).rejects.toMatchObject({ code: 'input.amount_below', field: 'amount' })
  })

  /** Cash of these sums on each road that takes it: at an invoice, a family, and the counter. */
  const roads = {
    invoice: (one: { id: string }, amount: number) => (trx: Trx) =>
      recordPayment(trx, clerk, one.id, { method: 'cash', paid_on: today, amount }, rules()),
    family: (one: { id: string; payer_parent_id: string }, amount: number, owed: number) => (trx: Trx) =>
      recordFamilyPayment(
        trx,
        clerk,
        one.payer_parent_id,
        { method: 'cash', paid_on: today, amount, lines: [{ invoice_id: one.id, amount: owed }] },
        rules(),
      ),
    'family, shared out as it came': (
      one: { id: string; payer_parent_id: string },
      amount: number,
      owed: number,
    ) => roads.family(one, amount, Math.min(amount, owed)),
    counter: (one: { payer_parent_id: string }, amount: number) => (trx: Trx) =>
      recordAtCounter(trx, clerk, one.payer_parent_id, { method: 'cash', amount }, rules()),
  }

  describe.each(Object.keys(roads) as (keyof typeof roads)[])('cash as it came, at the %s', (road) => {
    test.each([
      [21_997, 21_995, -2],
      [21_997, 21_997, -2],
      [21_998, 22_000, 2],
      [21_996, 21_995, -1],
      [21_999, 22_000, 1],
      [21_995, 21_995, 0],
      [2, 2, -2],
      [2, 0, -2],
      [1, 0, -1],
    ])('%i sen are paid with %i, rounded by %i', async (owed, amount, rounding_sen) => {
      const before = await expected()
      const one = await bill(owed)
      const { payment_id, credit_sen } = await shop.tenant.write(roads[road](one, amount, owed))
      expect(credit_sen).toBe(0)
      expect(await kept(payment_id)).toEqual({ amount_sen: owed, rounding_sen, drawer_id: id })
      expect(await shop.invoiceNow(one.id)).toMatchObject({ status: 'paid', balance_sen: 0 })
      expect((await expected()).cash).toBe(before.cash! + owed + rounding_sen)
      await shop.balanced()
    })
  })

  test.each([
    ['invoice', 3],
    ['family', 3],
    ['counter', 12_000],
  ] as const)('nothing pays nothing but what is rounded off, at the %s', async (road, owed) => {
    const one = await bill(owed)
    const paid = shop.tenant.write(roads[road](one, 0, owed))
    await expect(paid).rejects.toMatchObject({ code: 'input.amount_below', field: 'amount' })
  })

  test('a form takes nothing in cash alone', () => {
    const typed = { amount: '0.00', paid_on: today, reference_no: '123456' }
    expect(recordForm.safeParse({ ...typed, method: 'cash' }).success).toBe(true)
    expect(counterForm.safeParse({ ...typed, method: 'cash' }).success).toBe(true)
    for (const form of [recordForm, counterForm])
      expect(form.safeParse({ ...typed, method: 'cheque' }).error?.issues).toMatchObject([
        { path: ['amount'], message: 'input.amount_below|{"min":"RM0.01"}' },
      ])
  })

  test('a part of what is owed, and what is no cash, pay what they are', async () => {
    const [part, card] = [await bill(21_997), await bill(21_997)]
    await shop.tenant.write(roads.invoice(part, 21_990))
    expect(await shop.invoiceNow(part.id)).toMatchObject({ status: 'unpaid', balance_sen: 7 })
    const taken = { method: 'card_terminal', reference_no: 'A12345', paid_on: today, amount: 21_995 } as const
    await shop.tenant.write((trx) => recordPayment(trx, clerk, card.id, taken, rules()))
    expect(await shop.invoiceNow(card.id)).toMatchObject({ status: 'unpaid', balance_sen: 2 })
  })
})
