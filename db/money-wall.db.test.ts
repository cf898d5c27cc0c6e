import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { codeOf } from '#tests/support/database/as-role.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
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
    'credit_refund',
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
    ['payment', 'rounding_sen = 1'],
    ['payment', 'given_sen = 1'],
    ['payment', "paid_on = '2020-01-01'"],
    ['payment', "number = 'X'"],
    ['payment', "payer_name = 'X'"],
    ['payment', "method = 'fpx'"],
    ['payment', 'received_by = null'],
    ['payment_allocation', 'amount_sen = 1'],
    ['payment_allocation', 'invoice_id = null'],
    ['payment_attempt', 'amount_sen = 1'],
    ['payment_attempt', 'payer_fee_sen = 0'],
    ['payment_attempt', 'tenant_fee_sen = 0'],
    ['payment_attempt', "request_fields = '{}'"],
    ['payment_attempt', "order_no = 'X'"],
    ['payment_attempt', "public_code = 'X'"],
    ['payment_attempt', "buyer_email = 'x@x.test'"],
    ['payment_attempt', 'requested_at = now()'],
    ['payment_attempt_invoice', 'amount_sen = 1'],
    ['payment_attempt_invoice', 'invoice_id = null'],
    ['cash_drawer', 'float_sen = 1'],
    ['cash_drawer', 'user_id = gen_random_uuid()'],
    ['cash_drawer_move', 'delta_sen = 1'],
    ['cash_drawer_count', 'counted_sen = 1'],
    ['payment', 'drawer_id = null'],
    ['credit_entry', 'delta_sen = 1'],
    ['credit_entry', 'parent_id = null'],
    ['credit_refund', 'amount_sen = 1'],
    ['credit_refund', 'parent_id = null'],
    ['credit_refund', "account_number_sealed = 'x'"],
    ['credit_refund', "payee_name = 'x'"],
    ['collection', 'gross_sen = gross_sen + 1, net_sen = net_sen + 1'],
    ['collection', "collected_on = '2020-01-01'"],
    ['collection', 'branch_id = null'],
    ['collection', 'settles_on = null'],
    ['receipt', "content = '{}'"],
    ['number_series', "kind = 'x'"],
    ['month_closing', 'net_sen = 0'],
    ['month_closing', 'closed_by = null'],
    ['cancel_request', "reason = 'Sebab yang lain sama sekali'"],
    ['platform.ledger', 'gross_sen = gross_sen + 1, net_sen = net_sen + 1'],
    ['platform.payment_exception', 'amount_sen = 1'],
    ['platform.payment_exception', 'expected_sen = 1'],
    ['platform.payment_exception', "transaction_id = 'X'"],
    ['platform.gateway_transaction', "transaction_id = 'X'"],
    ['platform.gateway_order', "order_no = 'X'"],
    ['platform.gateway_message', "raw_body = ''"],
    ['platform.gateway_message', 'body_sealed = null'],
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
      "update %payment_attempt set state = 'pending', response_code = '09', bank_name = 'x', enquiries = 1",
      'update %number_series set last_no = last_no + 1',
      'select id from %payment for update',
    ])
      expect(await answer(text), text).toMatch(/^\d+ rows$/)
  })

  test('sets the sums of a draft, and of no invoice that was issued', async () => {
    const of = (sets: string, status: string) => answer(`update %invoice set ${sets} where status ${status}`)
    for (const sets of [
      'sub_total_sen = sub_total_sen + 1, total_sen = total_sen + 1',
      "number = 'X' || number",
      'discount_total_sen = 1',
    ])
      expect(await of(sets, "<> 'draft'"), sets).toBe(refused)
    expect(await of('sub_total_sen = sub_total_sen', "<> 'draft'")).toBe('1 rows')
    for (const change of ['update %invoice_item set price_sen = 1', 'delete from %invoice_item'])
      expect(await answer(change), change).toBe(refused)
    const draft = await shop.tenant.write((trx) => invoice(trx, { status: 'draft' }))
    expect(await of('sub_total_sen = 1, total_sen = tax_total_sen + 1', "= 'draft'")).toBe('1 rows')
    const lines = "%invoice_item where invoice_id in (select id from %invoice where status = 'draft')"
    expect(await answer(`delete from ${lines}`)).toBe('1 rows')
    await shop.tenant.write((trx) => trx.deleteFrom('invoice').where('id', '=', draft.id).execute())
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
