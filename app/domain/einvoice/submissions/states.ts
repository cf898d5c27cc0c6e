import { type DocumentStatus, documentStatuses } from '../words.ts'

/**
 * What happens to a document:
 * - stored: its bytes are stored and may leave from now on
 * - faulty: it cannot be sent as it is: our own checks say so, or it is what was refused before
 * - withdrawn: nobody wants it to be sent any more
 * - accepted: the portal took it in, which says nothing of its content
 * - refused: the portal did not take it in, and says why
 * - returned: it is certain that the portal does not have it, and it may be sent again with a new time
 * - undecided: the portal was asked and has not decided
 * - valid, invalid: the portal's decision
 * - cancelled: by its issuer, here or in the portal
 * - queued: it was mended, or the portal was at fault, and somebody sends it again
 */
export type Happening =
  | 'stored'
  | 'faulty'
  | 'withdrawn'
  | 'accepted'
  | 'refused'
  | 'returned'
  | 'undecided'
  | 'valid'
  | 'invalid'
  | 'cancelled'
  | 'queued'

/**
 * The state table: the whole life of a document. What is not in it does not happen: an answer that comes late or twice changes
 * nothing, and no document leaves `valid` but by being cancelled.
 */
export const moves: Record<DocumentStatus, Partial<Record<Happening, DocumentStatus>>> = {
  queued: { stored: 'sending', faulty: 'failed', withdrawn: 'failed' },
  sending: { accepted: 'submitted', refused: 'failed', returned: 'queued' },
  submitted: { undecided: 'processing', valid: 'valid', invalid: 'invalid', cancelled: 'cancelled' },
  processing: { valid: 'valid', invalid: 'invalid', cancelled: 'cancelled' },
  valid: { cancelled: 'cancelled' },
  invalid: { queued: 'queued' },
  failed: { queued: 'queued' },
  cancelled: {},
}

/** The states in which something can happen, and the one that it leads to. */
export function moveOf(happening: Happening): { from: DocumentStatus[]; to: DocumentStatus } {
  const from = documentStatuses.filter((status) => moves[status][happening] !== undefined)
  const [to, ...others] = new Set(from.map((status) => moves[status][happening]!))
  if (to === undefined || others.length > 0) throw new Error(`${happening} leads to several states`)
  return { from, to }
}

/** Nobody has to do or to wait for anything. */
export const isFinal = (status: string): boolean =>
  status === 'valid' || status === 'invalid' || status === 'failed' || status === 'cancelled'

/**
 * What is in the history of a document beside its moves:
 * - resent: the same bytes went out once more, because no answer had come
 * - adopted: no answer had come, and the document was found at the portal
 * - restamped: refused because of its time alone, so it gets a new one
 * - split: a request was refused as a whole, so its documents go out in two smaller ones, as they are
 * - reject_requested: the buyer asks for it to be cancelled
 * - cancel_requested, cancel_refused: what somebody wants, and what the portal said
 * - cancel_late: it became valid more than 72 hours before we learnt it, so the portal cancels it no more
 * - unchanged: it is what the portal refused before, so it is not sent again
 */
export const eventKinds = [
  'stored',
  'faulty',
  'withdrawn',
  'accepted',
  'refused',
  'returned',
  'undecided',
  'valid',
  'invalid',
  'cancelled',
  'queued',
  'resent',
  'adopted',
  'restamped',
  'split',
  'unchanged',
  'reject_requested',
  'cancel_requested',
  'cancel_refused',
  'cancel_late',
] as const
export type EventKind = (typeof eventKinds)[number]
