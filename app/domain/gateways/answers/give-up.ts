import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { unansweredStates } from '#app/domain/core/invoicing/attempt-states.ts'
import { attemptIn } from '#app/domain/core/invoicing/payment-scope.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { invoicePayee } from '#app/domain/payments/attempts/invoice-payee.ts'
import type { DB } from '#db/types.ts'
import { payeeOf } from './payees.ts'

/** Minutes for which FPX's "not found" counts as fresh. */
const freshMinutes = 5

/**
 * Ends an attempt whose payer never reached the bank, so that they can start over, once FPX has just said that it does not know
 * the attempt; a payment that still comes is posted as a late one. Refuses (payment.not_started_only) any other attempt.
 */
export async function abandonAttempt(
  trx: Transaction<DB>,
  actor: Actor,
  code: string,
  at: Date,
): Promise<void> {
  const attempt = await trx
    .updateTable('payment_attempt')
    .set({ state: 'cancelled' })
    .where('public_code', '=', code)
    .where('state', 'in', [...unansweredStates])
    .where('response_code', '=', '76')
    .where('responded_at', '>', new Date(at.getTime() - freshMinutes * 60_000))
    .returning(['id', 'order_no', 'purpose'])
    .executeTakeFirst()
  if (!attempt) throw new Refusal('payment.not_started_only')
  await payeeOf(attempt.purpose).release(trx, actor, attempt, { state: 'abandoned' })
}

/**
 * A payer who made a mistake with a company's account need not wait for the approver: the invoices are free at once. FPX
 * is asked on until the approver's time ends; what is approved all the same pays what is still owed, or becomes credit.
 * Refuses (payment.not_waiting) what waits for no approver.
 */
export async function giveUpApproval(
  trx: Transaction<DB>,
  actor: Actor,
  code: string,
  at: Date,
): Promise<void> {
  const attempt = await trx
    .updateTable('payment_attempt')
    .set({ state: 'cancelled', given_up_at: at })
    .where('public_code', '=', code)
    .where('state', '=', 'awaiting_approval')
    .returning(['id', 'order_no', 'purpose'])
    .executeTakeFirst()
  if (!attempt) throw new Refusal('payment.not_waiting')
  await payeeOf(attempt.purpose).release(trx, actor, attempt, { state: 'given_up' })
}

/** Gives back the invoices; the attempt goes on, and money that it still brings is posted or becomes credit. */
export async function releaseAttempt(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<string> {
  const attempt = await attemptIn(trx, scope, id)
  const freed = await invoicePayee.release(trx, actor, attempt, { state: 'released' })
  if (freed === 0) throw new Refusal('action_not_allowed')
  await record(trx, actor, 'payment_attempt.released', { type: 'payment_attempt', id })
  return attempt.order_no
}
