import { beforeAll, describe, expect, test } from 'vitest'
import { closeMonth } from '#app/domain/accounting/months/change-month.ts'
import { spendCredit } from '#app/domain/billing/credits/use-credit.ts'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { digestOf } from '#app/domain/core/undo/undo-plan.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import {
  approveRequest,
  cancelNow,
  effectsOf,
  requestCancel,
} from '#app/domain/payments/cancel-requests/change-cancel-request.ts'
import { latestRequest } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { recordAtCounter } from '#app/domain/payments/counter/counter.ts'
import { branch } from '#tests/support/database/factories.ts'
import { creditRefund, invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { cancelPlanOf } from './cancel-plan.ts'

const today = '2026-01-31'
const reason = 'Tertaip RM350, sepatutnya RM295'
let shop: Shop
let clerk: Actor
let admin: Actor

beforeAll(async () => {
  shop = await openShop()
  clerk = await shop.tenant.actor('clerk')
  admin = await shop.tenant.actor('admin')
})

/** RM350 in cash for an invoice of RM295; the rest is credit. */
async function overpaid(branch_id = shop.tenant.branch.id) {
  const bill = await shop.tenant.write((trx) => invoice(trx, { branch_id }, [{ price_sen: 29_500 }]))
  const who = branch_id === shop.tenant.branch.id ? clerk : admin
  const { payment_id: id } = await shop.tenant.write((trx) =>
    recordAtCounter(
      trx,
      who,
      bill.payer_parent_id,
      { method: 'cash', amount: 35_000, keep_rest: 'on' },
      { scope: scopes.all(who), today },
    ),
  )
  return { id, bill }
}

/** A later invoice of the same family that uses its credit. */
async function using(
  { student_id, payer_parent_id }: Awaited<ReturnType<typeof overpaid>>['bill'],
  sen: number,
  at = shop.tenant.branch.id,
) {
  return shop.tenant.write(async (trx) => {
    const later = await invoice(trx, { student_id, payer_parent_id, branch_id: at }, [{ price_sen: sen }])
    await spendCredit(trx, clerk, [payer_parent_id], today)
    return later
  })
}

const planOf = (id: string, scope = scopes.all(admin)) =>
  shop.tenant.read((db) => cancelPlanOf(db, scope, id, today))
const ask = async (id: string) => {
  const subject = { kind: 'payment' as const, id, version: 1 }
  await shop.tenant.write((trx) =>
    requestCancel(trx, clerk, scopes.branch(clerk), subject, { reason, today }),
  )
  return (await shop.tenant.read((db) => latestRequest(db, 'payment', id)))!.id
}
const approve = (id: string, confirmed?: string) =>
  shop.tenant.write((trx) => approveRequest(trx, admin, scopes.all(admin), id, { today, confirmed }))

describe('cancelling a payment', () => {
  test('lists what is owed again and the credit that leaves', async () => {
    const { id, bill } = await overpaid()
    const { effects, blockers } = await planOf(id)
    expect(blockers).toEqual([])
    expect(effects).toMatchObject([
      { kind: 'invoice_owed', number: bill.number, sen: 29_500, link: { to: 'invoice', id: bill.id } },
      { kind: 'credit_removed', sen: 5_500 },
      { kind: 'cash_back', sen: 35_000 },
      { kind: 'receipt_kept' },
    ])
  })

  test('names the invoice that used the credit, and takes it back and cancels in one act once that is confirmed', async () => {
    const { id, bill } = await overpaid()
    const request = await ask(id)
    const later = await using(bill, 4_000)
    const plan = await planOf(id)
    expect(plan.blockers).toEqual([])
    expect(plan.effects).toContainEqual({
      ...{ kind: 'credit_from_invoice', number: later.number, sen: 4_000 },
      link: { to: 'invoice', id: later.id },
    })
    // Without what the approver saw, it is compared with what the requester saw.
    await expect(approve(request)).toRefuse('cancel_request.effects_changed')
    await approve(request, digestOf(plan))
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', paid_sen: 0 })
    expect(await shop.invoiceNow(later.id)).toMatchObject({ status: 'unpaid', paid_sen: 0 })
    await shop.balanced()
  })

  test('is refused where the effects changed after they were shown, and leaves everything as it was', async () => {
    const { id, bill } = await overpaid()
    const shown = digestOf(await planOf(id))
    const later = await using(bill, 4_000)
    const how = { reason, today, confirmed: shown }
    const subject = { kind: 'payment' as const, id, version: 1 }
    await expect(shop.tenant.write((trx) => cancelNow(trx, admin, scopes.all(admin), subject, how))).toRefuse(
      'cancel_request.effects_changed',
    )
    await expect(
      shop.tenant.write((trx) => cancelNow(trx, admin, scopes.all(admin), subject, { reason, today })),
    ).toRefuse('payment.credit_used')
    expect(await shop.invoiceNow(later.id)).toMatchObject({ status: 'paid' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
  })

  test('takes back no more credit than is missing, from the latest use first', async () => {
    const { id, bill } = await overpaid()
    const [first, second] = [await using(bill, 1_000), await using(bill, 1_000)]
    const { credit_from } = await planOf(id)
    // RM35 is still free and RM20 is missing.
    expect(credit_from).toEqual([second.id, first.id])
    const more = await overpaid()
    await using(more.bill, 500)
    await shop.tenant.write(async (trx) => {
      await trx
        .insertInto('credit_entry')
        .values({
          id: crypto.randomUUID(),
          parent_id: more.bill.payer_parent_id,
          delta_sen: 500,
          reason: 'adjust',
        })
        .execute()
    })
    expect((await planOf(more.id)).credit_from).toEqual([])
  })

  test('is prevented by a refund of the credit, which is linked', async () => {
    const { id, bill } = await overpaid()
    const parent_id = bill.payer_parent_id
    const refund = await shop.tenant.write(async (trx) => {
      const row = await creditRefund(trx, { parent_id, amount_sen: 5_500 })
      // Without the credit that comes with the refund.
      await trx
        .insertInto('credit_entry')
        .values({ id: crypto.randomUUID(), parent_id, delta_sen: -5_500, reason: 'adjust' })
        .execute()
      return row
    })
    const { blockers, credit_from } = await planOf(id)
    expect(blockers).toMatchObject([
      { kind: 'credit_reserved', sen: 5_500, link: { to: 'credit_refund', id: refund.id } },
    ])
    expect(credit_from).toEqual([])
  })

  test('is prevented by a use in a branch out of reach, without naming the invoice', async () => {
    const elsewhere = await shop.tenant.write((trx) => branch(trx))
    const { id, bill } = await overpaid()
    const later = await using(bill, 5_500, elsewhere.id)
    const { blockers } = await planOf(id, scopes.branch(clerk))
    expect(blockers).toEqual([{ kind: 'credit_elsewhere', sen: 5_500 }])
    expect((await planOf(id)).credit_from).toEqual([later.id])
  })

  test('is prevented by an online payment of its invoice under way', async () => {
    const bill = await shop.bill()
    const { payment_id } = await shop.cash(bill.id, 6_000)
    await shop.start([bill.public_code])
    expect((await planOf(payment_id)).blockers).toMatchObject([
      { kind: 'in_payment', number: bill.number, link: { to: 'invoice', id: bill.id } },
    ])
  })
})

describe('cancelling an invoice', () => {
  const invoicePlan = (id: string) =>
    shop.tenant.read((db) => effectsOf(db, scopes.all(admin), { kind: 'invoice', id }, today))

  test('says what is no longer due and what becomes credit', async () => {
    const bill = await shop.tenant.write((trx) =>
      invoice(trx, { branch_id: shop.tenant.branch.id, due_on: '2026-02-09' }),
    )
    expect(await invoicePlan(bill.id)).toMatchObject({
      effects: [{ kind: 'not_owed', sen: 12_000 }, { kind: 'number_kept' }],
      blockers: [],
    })
  })

  test('is prevented by what has paid it, with a link to each', async () => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    await shop.say(attempt, '00')
    const [online] = await shop.paymentOf(attempt.id)
    expect((await invoicePlan(bill.id)).blockers).toMatchObject([
      { kind: 'paid_online', number: online!.number, link: { to: 'payment', id: online!.id } },
      { kind: 'paid_note', link: { to: 'refund', id: bill.id } },
    ])
  })
})

// The last one, since nothing is dated into a closed month.
test('leaves a closed month as it is, and says so', async () => {
  const { id } = await overpaid()
  await shop.tenant.write((trx) => closeMonth(trx, admin, '2026-01', '2026-02-10'))
  expect((await planOf(id)).effects).toContainEqual({ kind: 'month_closed', on: today })
})
