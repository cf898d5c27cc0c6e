import { type Kysely, sql, type Transaction } from 'kysely'
import { cancelInvoicePlanOf } from '#app/domain/billing/invoices/cancel-invoice-plan.ts'
import { cancelInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { isOwnRequest, refuseOwnEntry, refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { notifyDeciders } from '#app/domain/core/four-eyes/notify-deciders.ts'
import { lockedInvoice, refuseUncancellable } from '#app/domain/core/invoicing/invoice.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { digestOf, hasChanged, type UndoPlan } from '#app/domain/core/undo/undo-plan.ts'
import { cancelPayment, lockedPayment, refuseFinal } from '#app/domain/payments/payments/cancel-payment.ts'
import { cancelPlanOf } from '#app/domain/payments/payments/cancel-plan.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Kind, State } from './cancel-request.ts'
import { cancelRequest, latestRequest } from './find-cancel-requests.ts'

export interface Subject {
  kind: Kind
  id: string
  version: number
}

/** What cancelling an invoice or a payment does, and what prevents it. */
export function effectsOf(
  db: Kysely<DB>,
  scope: RowScope,
  { kind, id }: { kind: Kind; id: string },
  today: string,
): Promise<UndoPlan> {
  return kind === 'invoice' ? cancelInvoicePlanOf(db, id) : cancelPlanOf(db, scope, id, today)
}

/**
 * Requests a cancellation, and stores what it would do for the person who decides. Refuses what cannot be cancelled, and a second open request (duplicate.cancel_request). Returns
 * the number of the invoice or receipt.
 */
export async function requestCancel(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { kind, id, version }: Subject,
  { reason, bill_again = false, today }: Omit<CancelInput, 'confirmed'>,
): Promise<string> {
  const subject =
    kind === 'invoice' ? await cancellableInvoice(trx, scope, id) : await cancellablePayment(trx, scope, id)
  refuseStale(subject, version)
  const { effects } = await effectsOf(trx, scope, { kind, id }, today)
  const before = await latestRequest(trx, kind, id)
  if (before?.state === 'open')
    throw new Refusal('duplicate.cancel_request').blockedBy({ to: kind, id, name: subject.number })
  const request_id = newId()
  await trx
    .insertInto('cancel_request')
    .values({
      id: request_id,
      kind,
      invoice_id: kind === 'invoice' ? id : null,
      payment_id: kind === 'payment' ? id : null,
      branch_id: subject.branch_id,
      reason,
      bill_again,
      effects: JSON.stringify(effects),
      requested_by: actor.id!,
    })
    .execute()
  const { number } = subject
  const after = { number, request_id, reason, ...(bill_again ? { bill_again } : {}) }
  await record(trx, actor, `${kind}.cancel_requested`, { type: kind, id }, { after })
  await notifyDeciders(trx, 'cancel_request', request_id)
  return number ?? ''
}

async function cancellableInvoice(trx: Transaction<DB>, scope: RowScope, id: string) {
  const invoice = await lockedInvoice(trx, scope, id)
  refuseUncancellable(invoice)
  return invoice
}

async function cancellablePayment(trx: Transaction<DB>, scope: RowScope, id: string) {
  const payment = await lockedPayment(trx, scope, id)
  refuseFinal(payment)
  return payment
}

interface CancelInput {
  reason: string
  /** For an invoice: whether its items may be billed again. */
  bill_again?: boolean | undefined
  today: string
  /** The digest of the effects that were confirmed. */
  confirmed?: string | undefined
}

/** Cancels at once; an open request about it is thereby approved, or withdrawn if it is the actor's own. */
export async function cancelNow(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { kind, id, version }: Subject,
  input: CancelInput,
): Promise<string> {
  const number = await cancelSubject(trx, actor, scope, { kind, id, version }, input)
  const open = await latestRequest(trx, kind, id)
  if (open?.state === 'open') {
    const about = { ...open, kind, subject_id: id, number }
    await endRequest(trx, actor, about, isOwnRequest(actor, open) ? 'withdrawn' : 'approved')
  }
  return number
}

/**
 * Approves a request and cancels in one step. Refuses the requester, the person who entered the payment, a decided request,
 * other effects than the approver confirmed or, where they confirmed none, than the requester saw
 * (cancel_request.effects_changed), and what cannot be cancelled now. Returns the number.
 */
export async function approveRequest(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { today, confirmed }: Pick<CancelInput, 'today' | 'confirmed'>,
): Promise<string> {
  const request = await openRequest(trx, scope, id)
  refuseOwnRequest(actor, request)
  const { kind, subject_id, reason, bill_again } = request
  if (confirmed === undefined && request.effects) {
    const now = await effectsOf(trx, scope, { kind, id: subject_id }, today)
    if (hasChanged(now, digestOf({ effects: request.effects })))
      throw new Refusal('cancel_request.effects_changed')
  }
  // Locks the invoice or payment before its request, as `cancelNow` does, so that the two cannot deadlock.
  const input = { reason, bill_again, today, confirmed }
  const number = await cancelSubject(trx, actor, scope, { kind, id: subject_id, version: null }, input)
  await endRequest(trx, actor, request, 'approved')
  return number
}

/** Rejects a request. Refuses the requester and the person who entered the payment. */
export async function rejectRequest(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  note: string,
): Promise<string> {
  const request = await openRequest(trx, scope, id)
  refuseOwnRequest(actor, request)
  if (request.kind === 'payment') refuseOwnEntry(actor, await lockedPayment(trx, scope, request.subject_id))
  await endRequest(trx, actor, request, 'rejected', note)
  return request.number ?? ''
}

/** Withdraws a request; refuses anyone but the requester (cancel_request.not_yours). */
export async function withdrawRequest(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<string> {
  const request = await openRequest(trx, scope, id)
  if (!isOwnRequest(actor, request)) throw new Refusal('cancel_request.not_yours')
  await endRequest(trx, actor, request, 'withdrawn')
  return request.number ?? ''
}

async function openRequest(trx: Transaction<DB>, scope: RowScope, id: string) {
  const request = await cancelRequest(trx, scope, id)
  if (request.state !== 'open') {
    const { kind: type, subject_id } = request
    throw await meanwhile(trx, 'cancel_request.decided', { type, id: subject_id })
  }
  return request
}

async function cancelSubject(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { kind, id, version }: { kind: Kind; id: string; version: number | null },
  { reason, bill_again, today, confirmed }: CancelInput,
): Promise<string> {
  if (kind === 'payment') return cancelPayment(trx, actor, scope, id, { reason, today, version, confirmed })
  await lockedInvoice(trx, scope, id)
  if (hasChanged(await cancelInvoicePlanOf(trx, id), confirmed))
    throw new Refusal('cancel_request.effects_changed')
  return cancelInvoice(trx, actor, scope, id, version, reason, bill_again)
}

interface Ending {
  id: string
  kind: Kind
  subject_id: string
  number: string | null
  requester: string
}

/** Ends an open request; of two concurrent decisions the second is refused (cancel_request.decided). */
async function endRequest(
  trx: Transaction<DB>,
  actor: Actor,
  { id, kind, subject_id, number, requester }: Ending,
  state: Exclude<State, 'open'>,
  note: string | null = null,
): Promise<void> {
  const ended = await trx
    .updateTable('cancel_request')
    .set({ state, note, decided_by: actor.id, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw await meanwhile(trx, 'cancel_request.decided', { type: kind, id: subject_id })
  const after = { number, request_id: id, asked_by: requester, ...(note ? { note } : {}) }
  await record(trx, actor, `${kind}.cancel_${state}`, { type: kind, id: subject_id }, { after })
}
