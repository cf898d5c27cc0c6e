import { sql, type Transaction } from 'kysely'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { giftOfAttempt } from '#app/domain/accounting/gifts/find-gift.ts'
import { today } from '#app/domain/billing/invoices/test-support.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { noFee } from '#app/domain/core/invoicing/payment-rules.ts'
import { give } from '#app/domain/giving/donations/test-support.ts'
import { newTxn, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { discount, feeCategory, feeType, insert } from '#tests/support/database/factories.ts'
import { infaqType } from '#tests/support/database/giving-factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { afterPosting } from './effects.ts'
import { postGift, postPayment } from './post-payment.ts'
import type { GatewayFacts } from './posting.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => vi.restoreAllMocks())

/** In how many rows of each table this transaction has changed something so far. */
async function changedRows(trx: Transaction<DB>): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; changed: number }>`
    select case when schemaname = 'platform' then 'platform.' else '' end || relname as name,
      (n_tup_ins + n_tup_upd + n_tup_del)::int as changed
    from pg_stat_xact_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0`.execute(trx)
  return new Map(rows.map(({ name, changed }) => [name, changed]))
}

/** Of a payment itself, before anything follows from it. */
const ofPayment = ['payment', 'number_series']
const ofInvoices = [...ofPayment, 'payment_allocation', 'invoice', 'audit_log']

/** What `post` wrote, in which the effects of the list that ran are told by what they say they write. */
async function written(
  post: (trx: Transaction<DB>) => Promise<unknown>,
  own: readonly string[],
): Promise<{ tables: string[]; told: string[]; ran: number[] }> {
  vi.restoreAllMocks()
  const spies = afterPosting.map((effect) => vi.spyOn(effect, 'run'))
  const tables = await shop.tenant.write(async (trx) => {
    const before = await changedRows(trx)
    await post(trx)
    const after = await changedRows(trx)
    return [...after].flatMap(([name, changed]) => (changed > (before.get(name) ?? 0) ? [name] : []))
  })
  const ran = spies.flatMap((spy, index) => (spy.mock.calls.length > 0 ? [index] : []))
  const told = new Set([...own, ...ran.flatMap((index) => afterPosting[index]!.writes)])
  return { tables: tables.toSorted(), told: [...told].toSorted(), ran }
}

const asked = async (trx: Transaction<DB>, amount_sen: number, gateway: GatewayFacts | null = null) => {
  const public_code = newPublicCode()
  await trx.insertInto('platform.public_code').values({ code: public_code, kind: 'payment' }).execute()
  return {
    ...({
      method: gateway ? 'fpx' : 'cash',
      amount_sen,
      ...noFee,
      paid_on: today,
      today,
      public_code,
      gateway,
    } as const),
    ...{ payer_name: 'Nur', payer_email: null, reference_no: null, remark: null, received_by: null },
  }
}

const debitOf = ({ id, order_no }: { id: string; order_no: string }): GatewayFacts => ({
  ...{ attempt_id: id, order_no, environment: 'uat', transaction_id: newTxn(), bank_name: null },
})

test('a payment writes exactly the tables that its effects declare', async () => {
  const bill = await shop.tenant.write(async (trx) => {
    const fee = await feeType(trx, { fee_category_id: (await feeCategory(trx, { discountable: true })).id })
    await discount(trx, { type: 'early', days_early: 5, percent_bp: 500 })
    const about = { branch_id: shop.tenant.branch.id, due_on: addDays(today, 10) }
    return invoice(trx, about, [{ price_sen: 10_000, fee_type_id: fee.id }])
  })
  const reporting = { id: newId(), status: 'validated', auto_submit: 'on_paid' }
  await shop.tenant.write((trx) => insert(trx, 'einvoice_setting', reporting))
  const postings = await shop.tenant.write((trx) => asked(trx, 12_000))
  const early = await written(
    (trx) => postPayment(trx, systemActor, { ...postings, invoice_ids: [bill.id] }),
    ofInvoices,
  )

  await shop.tenant.write((trx) => trx.updateTable('discount').set({ status: 'inactive' }).execute())
  const one = await shop.bill(7_000)
  const other = await shop.tenant.write((trx) =>
    invoice(trx, { branch_id: shop.tenant.branch.id, payer_parent_id: one.payer_parent_id }, [
      { price_sen: 500 },
    ]),
  )
  const attempt = await shop.start([one.public_code, other.public_code])
  const debit = await shop.tenant.write((trx) => asked(trx, 7_000, debitOf(attempt)))
  const online = await written((trx) => postPayment(trx, systemActor, debit), ofInvoices)

  const type = await shop.tenant.write((trx) => infaqType(trx))
  const giving = await give(shop, 'infaq', type.id)
  const money = await shop.tenant.write((trx) => asked(trx, 5_000, debitOf(giving)))
  const gift = await written(
    async (trx) => postGift(trx, systemActor, { ...money, gift: await giftOfAttempt(trx, giving.id) }),
    ofPayment,
  )

  const all = [early, online, gift]
  for (const { tables, told } of all) expect(told).toEqual(expect.arrayContaining(tables))
  // Nothing that is said is never written, and every effect of the list was seen.
  const union = (of: (one: (typeof all)[number]) => Iterable<string | number>) =>
    [...new Set(all.flatMap((one) => [...of(one)]))].toSorted()
  expect(union(({ tables }) => tables)).toEqual(union(({ told }) => told))
  expect(union(({ ran }) => ran)).toEqual([...afterPosting.keys()])
  await shop.balanced()
})

test('a payment has its e-invoice queued by a job of its own, and only where the organisation says so', async () => {
  const posted = async (setting: { auto_submit: string; status: string }) => {
    await shop.tenant.write((trx) => trx.updateTable('einvoice_setting').set(setting).execute())
    const bill = await shop.bill(7_000)
    const money = await shop.tenant.write((trx) => asked(trx, 7_000))
    const { payment_id } = await shop.tenant.write((trx) =>
      postPayment(trx, systemActor, { ...money, invoice_ids: [bill.id] }),
    )
    return { payment_id }
  }
  for (const setting of [
    { auto_submit: 'off', status: 'validated' },
    { auto_submit: 'on_issue', status: 'validated' },
    { auto_submit: 'on_paid', status: 'failed' },
  ])
    await expect(shop.tenant).not.toHaveEnqueued('einvoice.after_payment', await posted(setting))
  const told = await posted({ auto_submit: 'on_paid', status: 'validated' })
  await expect(shop.tenant).toHaveEnqueued('einvoice.after_payment', told)
})
