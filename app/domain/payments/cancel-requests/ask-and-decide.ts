import { sql, type Transaction } from 'kysely'
import { cancelInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { isOwnRequest, refuseOwnEntry, refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { lockedInvoice, refuseUncancellable } from '#app/domain/core/invoicing/invoice.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { cancelPayment, lockedPayment, refuseFinal } from '#app/domain/payments/payments/cancel.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Kind, State } from './cancel-request.ts'
import { cancelRequest, latestRequest } from './find-requests.ts'

export interface Subject {
  kind: Kind
  id: string
  version: number
}

/**
 * Refuses what cannot be cancelled as it stands, and a second request while one is open (duplicate.cancel_request).
 * Returns the number of the invoice or the receipt.
 */
export async function requestCancel(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { kind, id, version }: Subject,
  reason: string,
  bill_again = false,
): Promise<string> {
  const subject =
    kind === 'invoice' ? await cancellableInvoice(trx, scope, id) : await cancellablePayment(trx, scope, id)
  refuseStale(subject, version)
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
      requested_by: actor.id!,
    })
    .execute()
  const { number } = subject
  const after = { number, request_id, reason, ...(bill_again ? { bill_again } : {}) }
  await record(trx, actor, `${kind}.cancel_requested`, { type: kind, id }, { after })
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

interface Words {
  reason: string
  /** Of an invoice: whether what stands on it may be billed once more. */
  bill_again?: boolean | undefined
  today: string
}

/** Cancels at once; a request that was open about it is answered by that. */
export async function cancelNow(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { kind, id, version }: Subject,
  words: Words,
): Promise<string> {
  const number = await cancel(trx, actor, scope, { kind, id, version }, words)
  const open = await latestRequest(trx, kind, id)
  if (open?.state === 'open') {
    const about = { ...open, kind, subject_id: id, number }
    await end(trx, actor, about, isOwnRequest(actor, open) ? 'withdrawn' : 'approved')
  }
  return number
}

/**
 * Approves and cancels in one. Refuses who asked, who entered the payment, a request that is not open any more, and
 * what cannot be cancelled as it stands now. Returns the number.
 */
export async function approveRequest(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<string> {
  const request = await openRequest(trx, scope, id)
  refuseOwnRequest(actor, request)
  const { kind, subject_id, reason, bill_again } = request
  // Locks what is cancelled before its request, as `cancelNow` does, so that neither waits for the other in a ring.
  const words = { reason, bill_again, today }
  const number = await cancel(trx, actor, scope, { kind, id: subject_id, version: null }, words)
  await end(trx, actor, request, 'approved')
  return number
}

/** Refuses who asked and who entered the payment. */
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
  await end(trx, actor, request, 'rejected', note)
  return request.number ?? ''
}

/** Refuses anybody but who asked (cancel_request.not_yours). */
export async function withdrawRequest(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<string> {
  const request = await openRequest(trx, scope, id)
  if (!isOwnRequest(actor, request)) throw new Refusal('cancel_request.not_yours')
  await end(trx, actor, request, 'withdrawn')
  return request.number ?? ''
}

async function openRequest(trx: Transaction<DB>, scope: RowScope, id: string) {
  const request = await cancelRequest(trx, scope, id)
  if (request.state !== 'open') throw new Refusal('cancel_request.decided')
  return request
}

async function cancel(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { kind, id, version }: { kind: Kind; id: string; version: number | null },
  { reason, bill_again, today }: Words,
): Promise<string> {
  return kind === 'invoice'
    ? cancelInvoice(trx, actor, scope, id, version, reason, bill_again)
    : cancelPayment(trx, actor, scope, id, { reason, today, version })
}

interface Ending {
  id: string
  kind: Kind
  subject_id: string
  number: string | null
  requester: string
}

/** Of two deciders the second finds it decided. */
async function end(
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
  if (!ended) throw new Refusal('cancel_request.decided')
  const after = { number, request_id: id, asked_by: requester, ...(note ? { note } : {}) }
  await record(trx, actor, `${kind}.cancel_${state}`, { type: kind, id: subject_id }, { after })
}
