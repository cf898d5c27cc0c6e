import { collect } from '#app/domain/accounting/collections/change-collection.ts'
import {
  approveNote,
  requestCreditNote,
  requestWriteOff,
} from '#app/domain/billing/credit-notes/change-credit-note.ts'
import { creditedLines } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { removeCredit, spendCredit } from '#app/domain/billing/credits/use-credit.ts'
import { amendInvoice } from '#app/domain/billing/invoices/amend-invoice.ts'
import { cancelInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { line, scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { recordAtCounter } from '#app/domain/payments/counter/counter.ts'
import { refundInPart } from '#app/domain/payments/credit-refunds/test-support.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { discount, feeCategory, feeType, student } from '#tests/support/database/factories.ts'
import { paidDonation } from '#tests/support/database/giving-factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'

const reason = 'Tersilap hari itu'

/** An office in which everything has happened that moves money: billed, amended, paid, cancelled, credited, refunded. */
export interface Busy {
  shop: Shop
  admin: Actor & { id: string }
  owner: Actor & { id: string }
  families: { student_id: string; payer_parent_id: string }[]
  bills: string[]
  receipts: string[]
  today: string
}

/** Bills of the last four months, and payments, amendments, notes and refunds of today. */
export async function busyOffice(): Promise<Busy> {
  const today = currentDay()
  const shop = await openShop()
  const { tenant } = shop
  const [admin, owner] = [await tenant.actor('admin'), await tenant.actor('superadmin')]
  const { fee_type_id, other_id } = await tenant.write(async (trx) => {
    await discount(trx, { type: 'early', days_early: 3, percent_bp: 700 })
    const { id: fee_category_id } = await feeCategory(trx, { discountable: true })
    const own = await feeType(trx, { fee_category_id, gl_code: '500-777' })
    return { fee_type_id: (await feeType(trx, { fee_category_id })).id, other_id: own.id }
  })
  const families = await tenant.write((trx) =>
    Promise.all(
      [0, 1, 2, 3].map(async () => {
        const child = await student(trx, { branch_id: tenant.branch.id })
        return { student_id: child.id, payer_parent_id: child.payer!.id }
      }),
    ),
  )
  const bills: string[] = []
  const receipts: string[] = []
  for (let n = 0; n < 12; n++) {
    const issued_on = addDays(today, -(n * 11))
    const given = {
      ...families[n % 4]!,
      branch_id: tenant.branch.id,
      issued_on,
      due_on: addDays(issued_on, n),
    }
    const lines = [
      { price_sen: 10_000 + n, fee_type_id, discount_sen: n },
      ...(n % 3 === 0 ? [{ price_sen: 700 + n }] : []),
      ...(n % 4 === 1 ? [{ price_sen: 333, fee_type_id: other_id }] : []),
    ]
    bills.push((await tenant.write((trx) => invoice(trx, given, lines))).id)
  }
  const now = (id: string) =>
    tenant.read((db) => db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  const pay = async (at: number, amount: number) => {
    const one = await now(bills[at]!)
    const input = {
      ...{ method: 'cash' as const, amount, paid_on: today, keep_rest: 'on' as const },
      lines: [{ invoice_id: one.id, amount: Math.min(amount, one.balance_sen) }],
    }
    const rules = { scope: scopes.all(admin), today, backdate_days: 30 }
    const paid = await tenant.write((trx) =>
      recordFamilyPayment(trx, admin, one.payer_parent_id, input, rules),
    )
    receipts.push(paid.payment_id)
  }
  const approve = (id: string) => tenant.write((trx) => approveNote(trx, owner, scopes.all(owner), id, today))
  // In part, too much, and rounded at the counter.
  await pay(0, 1_234)
  await pay(1, 20_000)
  await pay(4, 15_000)
  await tenant.write((trx) =>
    recordAtCounter(
      trx,
      admin,
      families[2]!.payer_parent_id,
      { method: 'cash' as const, amount: 12_343, keep_rest: 'on' as const },
      { scope: scopes.all(admin), today },
    ),
  )
  // By bank, at the payer's fee.
  const at = new Date(`${today}T01:00:00Z`)
  const attempt = await shop.start([(await now(bills[7]!)).public_code], { at })
  await shop.say(attempt, '00', {}, at)
  const family = (n: number) => families[n]!.payer_parent_id
  await tenant.write((trx) => spendCredit(trx, admin, [family(1)], today))
  const used = await now(bills[5]!)
  if (used.paid_sen > 0)
    await tenant.write((trx) =>
      removeCredit(trx, admin, scopes.all(admin), used.id, { version: used.version, reason }),
    )
  await tenant.write((trx) =>
    cancelPayment(trx, owner, scopes.all(owner), receipts[0]!, { reason, today, version: null }),
  )
  const amended = await now(bills[8]!)
  const change = {
    due_on: amended.due_on,
    reason,
    items: [line({ fee_type_id, price: 4_321, discount: 21, discount_reason: 'Adik-beradik' })],
  }
  await tenant.write((trx) =>
    amendInvoice(trx, admin, scopes.all(admin), amended.id, amended.version, change, today),
  )
  const noted = await now(bills[3]!)
  const [first] = await tenant.read((db) => creditedLines(db, noted.id))
  const note = await tenant.write((trx) =>
    requestCreditNote(trx, admin, scopes.all(admin), noted.id, {
      ...{ items: [{ id: first!.id, amount: 901 }], reason, version: noted.version },
    }),
  )
  await approve(note.id)
  const cancelled = await now(bills[3]!)
  await tenant.write((trx) =>
    cancelInvoice(trx, admin, scopes.all(admin), cancelled.id, cancelled.version, reason),
  )
  const given_up = await now(bills[11]!)
  const off = await tenant.write((trx) =>
    requestWriteOff(trx, admin, scopes.all(admin), given_up.id, { reason, version: given_up.version }),
  )
  await approve(off.id)
  for (const n of [20, 16, 12, 8])
    await refundInPart({ tenant, people: [admin, owner], parent_id: family(0), today }, n)
  await tenant.write(async (trx) => {
    const { payment, amount_sen, branch_id } = await paidDonation(trx, {}, { paid_on: today })
    await collect(trx, {
      ...{ payment_id: payment.id, branch_id, source: 'infaq', method: payment.method, collected_on: today },
      ...{ reference: payment.number, gateway_transaction_id: null, gross_sen: amount_sen },
      ...{ payer_fee_sen: 0, tenant_fee_sen: 0 },
    })
  })
  return { shop, admin, owner, families, bills, receipts, today }
}
