import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '#app/domain/attempts/test-support.ts'
import { codeOf } from '#tests/support/database/as-role.ts'
import { asOwner } from './owner.ts'

const refused = '42501'
const twice = '23505'
let shop: Shop
/** What a statement of the organisation's own role answers; `%` stands in front of each table. */
const answer = (text: string) => {
  const { role, schema } = shop.tenant.place
  return codeOf(role, text.replaceAll('%', `${schema}.`))
}

beforeAll(async () => {
  shop = await openShop()
  const bill = await shop.bill()
  await shop.cash(bill.id, 5_000)
})

describe('an organisation’s own role', () => {
  test.each([
    'payment',
    'payment_allocation',
    'payment_attempt',
    'payment_attempt_invoice',
    'credit_entry',
    'collection',
    'receipt',
    'number_series',
    'cancel_request',
    'month_closing',
  ])('removes no row of %s', async (table) => {
    expect(await answer(`delete from %${table}`)).toBe(refused)
    expect(await answer(`truncate %${table} cascade`)).toBe(refused)
    expect(await answer(`select 1 from %${table} where false`)).toBe('0 rows')
  })

  test.each([
    ['payment', 'amount_sen = amount_sen + 1'],
    ['payment', 'payer_fee_sen = 1'],
    ['payment', "paid_on = '2020-01-01'"],
    ['payment', "number = 'X'"],
    ['payment', "payer_name = 'X'"],
    ['payment', "method = 'fpx'"],
    ['payment', 'received_by = null'],
    ['payment_allocation', 'amount_sen = 1'],
    ['payment_allocation', 'invoice_id = null'],
    ['credit_entry', 'delta_sen = 1'],
    ['collection', 'gross_sen = gross_sen + 1, net_sen = net_sen + 1'],
    ['collection', "collected_on = '2020-01-01'"],
    ['collection', 'branch_id = null'],
    ['receipt', "content = '{}'"],
    ['number_series', "kind = 'x'"],
    ['month_closing', 'net_sen = 0'],
    ['month_closing', 'closed_by = null'],
    ['cancel_request', "reason = 'Sebab yang lain sama sekali'"],
    ['platform.ledger', 'gross_sen = gross_sen + 1, net_sen = net_sen + 1'],
    ['platform.ledger', "collected_on = '2020-01-01'"],
    ['platform.ledger', 'payout_id = gen_random_uuid()'],
  ])('keeps what was written into %s: %s', async (table, set) => {
    expect(await answer(`update ${table.includes('.') ? table : `%${table}`} set ${set}`)).toBe(refused)
  })

  test('writes no second receipt of a payment', async () => {
    const again = 'insert into %receipt (payment_id, content) select payment_id, content from %receipt'
    expect(await answer(again)).toBe(twice)
  })

  test('still does what the product does with them', async () => {
    for (const text of [
      "update %payment set status = 'cancelled', cancel_reason = 'x', version = version + 1",
      'update %payment_allocation set reversed_at = now()',
      "update %collection set status = 'settled'",
      "update platform.ledger set status = 'settled', updated_at = now()",
      'update %number_series set last_no = last_no + 1',
      'select id from %payment for update',
    ])
      expect(await answer(text), text).toMatch(/^\d+ rows$/)
  })

  test('removes a draft, and no invoice that was issued', async () => {
    const { schema } = shop.tenant.place
    expect(await answer("delete from %invoice where status <> 'draft'")).toBe(refused)
    expect(await answer("delete from %invoice where status = 'draft'")).toBe('0 rows')
    const { ownerUrl } = shop.tenant.database
    // Not even who owns the tables does so in passing.
    const removal = asOwner(ownerUrl, (owner) => sql.raw(`delete from ${schema}.invoice`).execute(owner))
    await expect(removal).rejects.toThrow('an issued invoice is never removed')
  })
})
