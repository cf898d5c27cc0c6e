import { sql, type Transaction } from 'kysely'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { named } from '#app/domain/core/audit.ts'
import { refuseOwnFamily, refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { accountsOfFamily } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { backdateDays } from '#app/domain/payments/payments/payment.ts'
import type { Posted } from '#app/domain/payments/payments/post-payment.ts'
import { takeFamilyTransfer } from '#app/domain/payments/payments/record-payment.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { slipsIn, type TransferSlip, transferSlip } from './find-slips.ts'
import { matchingPayments } from './slip-warnings.ts'
import type { ConfirmSlipInput } from './transfer-slip.ts'

const requests = requestVerbs({
  noun: 'transfer_slip',
  waiting: 'requested',
  over: 'transfer_slip.decided',
  reached: slipsIn,
  find: transferSlip,
  async refuseDecider(trx, actor, row) {
    refuseOwnRequest(actor, row)
    refuseOwnFamily(actor, await accountsOfFamily(trx, row.parent_id))
  },
  told: ({ invoice, amount_sen, reference_no }, more) =>
    named(invoice ?? '', { after: { amount: formatRinggit(amount_sen), reference_no, ...more } }),
})
export const { withdraw: withdrawSlip } = requests

/**
 * Confirms a slip and records its transfer: allocated to its invoice first, then to the oldest invoices, then to the family's
 * credit. Refuses a decided slip, the person who submitted it and the family itself, a transfer already recorded
 * (transfer_slip.posted), an unconfirmed similar payment (transfer_slip.alike), and as a payment at the counter.
 */
export async function confirmSlip(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  input: ConfirmSlipInput,
  today: string,
): Promise<{ slip: TransferSlip; posted: Posted }> {
  const slip = await requests.toDecide(trx, actor, scope, id)
  await lockFamily(trx, slip.parent_id)
  const { amount, paid_on, reference_no, early_reason, despite_attempt } = input
  const [twin] = await matchingPayments(trx, { ...slip, amount_sen: amount, paid_on, reference_no })
  if (twin?.certain) throw new Refusal('transfer_slip.posted', 'reference_no', { number: twin.number })
  if (twin && !input.confirmed) throw new Refusal('transfer_slip.alike', 'confirmed', { number: twin.number })
  const posted = await takeFamilyTransfer(
    trx,
    actor,
    slip.parent_id,
    { amount, paid_on, reference_no, early_reason, despite_attempt },
    { first: slip.invoice ? [slip.invoice] : [] },
    { scope, today, backdate_days: backdateDays.wide },
  )
  await requests.decide(
    trx,
    actor,
    slip,
    { status: 'confirmed', payment_id: posted.payment_id },
    { more: { payment: posted.number } },
  )
  return { slip, posted }
}

/**
 * Links the slip to a payment already recorded, e.g. from a bank statement; nothing is booked. Refuses as confirmSlip does, and
 * a payment that does not match (not_found.payment).
 */
export async function settleSlip(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  payment_id: string,
): Promise<{ slip: TransferSlip; number: string }> {
  const slip = await requests.toDecide(trx, actor, scope, id)
  await lockFamily(trx, slip.parent_id)
  const twin = (await matchingPayments(trx, slip)).find((one) => one.id === payment_id)
  if (!twin) throw new Refusal('not_found.payment')
  await requests.decide(
    trx,
    actor,
    slip,
    { status: 'confirmed', payment_id },
    { action: 'settled', more: { payment: twin.number } },
  )
  return { slip, number: twin.number }
}

/** Rejects a slip with a reason for the family. */
export async function rejectSlip(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  declined: { decision_reason: string },
): Promise<TransferSlip> {
  const slip = await requests.reject(trx, actor, scope, id, declined)
  await enqueue(trx, 'transfer_slip.send', { transfer_slip_id: id })
  return slip
}

/** Withdraws a slip; needs only the invoice's code. Refuses not_found.transfer_slip, and a decided slip. */
export async function withdrawByCode(
  trx: Transaction<DB>,
  actor: Actor,
  code: string,
  id: string,
): Promise<TransferSlip> {
  const slip = await requests.held(trx, everywhere, id)
  if (slip.public_code !== code) throw new Refusal('not_found.transfer_slip')
  if (slip.status !== 'requested') throw new Refusal('transfer_slip.decided')
  await requests.decide(trx, actor, slip, { status: 'withdrawn' })
  return slip
}

/**
 * Locks the family's open invoices, or its own row if there are none, as every recording of money does, so that a concurrent
 * recording of the same transfer is seen.
 */
async function lockFamily(trx: Transaction<DB>, parent_id: string): Promise<void> {
  await sql`select id from invoice where payer_parent_id = ${parent_id}::uuid and status in ('unpaid', 'pending')
    order by id for update`.execute(trx)
  await sql`select id from parent where id = ${parent_id}::uuid for no key update`.execute(trx)
}
