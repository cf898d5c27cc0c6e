import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel.ts'
import type { CounterInput } from '#app/domain/payments/payments/payment-form.ts'
import { branch } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { saveCounterSetting } from './settings.ts'
import { recordAtCounter } from './take.ts'

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
  await expect(take(payer_parent_id, { amount: 100 })).rejects.toMatchObject({ code: 'payment.nothing_due' })
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
