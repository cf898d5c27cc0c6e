import { type Caller, mustMay } from './identity.ts'
import type { Portal } from './portal.ts'
import { notFound, refuse } from './reply.ts'
import type { Kept } from './store.ts'

const HOUR = 3_600_000

/** Cancelled by its issuer, or its rejection asked for by who got it; both within 72 hours of its validation. */
export function changeState(portal: Portal, caller: Caller, uuid: string, body: string): Response {
  const kept = portal.store.rows('documents').get(uuid)
  if (!kept) throw notFound()
  const { status, reason } = readChange(body)
  if (status === 'cancelled') {
    const isIssuer =
      kept.issuerTin === caller.tin && (!caller.appointment || kept.intermediary?.tin === caller.client.tin)
    if (!isIssuer) throw refuse(403, 'Forbidden', 'Only the issuer may cancel a document')
    mustMay(caller, 'cancel')
    cancel(portal, kept, reason)
    return Response.json({ uuid, status: 'Cancelled' })
  }
  const isReceiver = [kept.buyerTin, kept.supplierTin].includes(caller.tin) && kept.issuerTin !== caller.tin
  if (!isReceiver || caller.appointment)
    throw refuse(403, 'Forbidden', 'Only the receiver may reject a document')
  askForRejection(portal, kept, reason)
  return Response.json({ uuid, status: 'Requested for Rejection' })
}

function readChange(body: string): { status: 'cancelled' | 'rejected'; reason: string } {
  let given: { status?: unknown; reason?: unknown }
  try {
    given = JSON.parse(body)
  } catch {
    throw refuse(400, 'BadStructure', 'JSON is not valid')
  }
  const status = String(given?.status ?? '').toLowerCase()
  const reason = given?.reason
  if (status !== 'cancelled' && status !== 'rejected')
    throw refuse(400, 'BadArgument', 'status is cancelled or rejected', { target: 'status' })
  if (typeof reason !== 'string' || reason.trim() === '' || reason.length > 300)
    throw refuse(400, 'BadArgument', 'reason is mandatory and has at most 300 characters', {
      target: 'reason',
    })
  return { status, reason }
}

/** Throws what the portal says when it is too late, when it is not valid, and when a note stands on it. */
export function cancel(portal: Portal, kept: Kept, reason: string): void {
  const { store, index, now } = portal
  mustBeOpen(portal, kept, store.meta.switches.cancellationHours)
  const standing = (index.corrections.get(kept.uuid) ?? []).some((uuid) => {
    const note = store.rows('documents').get(uuid)
    return note?.status === 'Valid' || note?.status === 'Submitted'
  })
  if (standing)
    throw refuse(
      400,
      'ActiveReferencingDocuments',
      'The document is referenced by other documents, which must be cancelled first',
    )
  Object.assign(kept, { status: 'Cancelled', cancelled: now(), reason })
  store.put('documents', kept.uuid, kept)
}

/** Leaves the document valid, with a flag; once. */
export function askForRejection(portal: Portal, kept: Kept, reason: string): void {
  const { store, now } = portal
  mustBeOpen(portal, kept, store.meta.switches.rejectionHours)
  if (kept.rejectionAsked !== null)
    throw refuse(400, 'IncorrectState', 'The rejection of this document was requested already')
  Object.assign(kept, { rejectionAsked: now(), reason })
  store.put('documents', kept.uuid, kept)
}

function mustBeOpen({ now }: Portal, { status, validated }: Kept, hours: number): void {
  if (status !== 'Valid' || validated === null)
    throw refuse(400, 'IncorrectState', 'The document is not in the Valid state')
  if (now() > validated + hours * HOUR)
    throw refuse(400, 'OperationPeriodOver', 'The period for this operation has ended')
}
