import type { Transaction } from 'kysely'
import type { PortalDocument } from '#app/integrations/myinvois/calls.ts'
import { portalLimits } from '#app/integrations/myinvois/limits.ts'
import type { DB } from '#db/types.ts'
import { type Access, done, later, notNow, type Step } from './access.ts'
import { isSameDocument, openAttempts, type SealedAttempt } from './attempts.ts'
import { type Move, moveDocuments, settleAttempts } from './move-documents.ts'
import { readSubmission } from './poll.ts'
import { type PortalTools, timeOf } from './portal-tools.ts'
import { hour, minute, nextPoll, planNext } from './schedule.ts'
import { giveBack, send } from './send.ts'
import { changeSubmission, goOn, type Submission } from './submission.ts'
import { hasArrived } from './unanswered.ts'

/**
 * So long after the first time the same bytes may leave again: the portal knows them for ten minutes, and refuses a second
 * request while it does.
 */
const resendMs = portalLimits.duplicateRequestMs - minute
/** After the last time that they left, what has arrived is in the portal's lists. */
const settledMs = 2 * minute
/** What the portal says that it has had, and does not list for so long, it has refused: document by document. */
const refusedAfterMs = hour
/** Between our clock and the portal's. */
const marginMs = 15 * minute
const searchAgainMs = 5 * minute

/**
 * Bytes have left, and nobody knows what became of them. Within the portal's ten minutes the same bytes leave again: it takes
 * them, or says that it has them. Later it is searched first; only what it certainly does not have may get a new time.
 */
export async function recover(tools: PortalTools, access: Access, submission: Submission): Promise<Step> {
  const now = await tools.write((trx) => timeOf(tools, trx))
  const age = now.getTime() - submission.first_sent_at!.getTime()
  if (age >= 0 && age < resendMs && !hasArrived(submission)) return send(tools, access, submission)
  return search(tools, access, submission, now)
}

/**
 * Looks for the documents of a request among those that the portal received while it was under way, one page in each step. Only
 * all pages without one of them are a proof that it never arrived. By their time and not by a text: numbers hold characters that
 * the search does not promise to find.
 */
async function search(tools: PortalTools, access: Access, submission: Submission, now: Date): Promise<Step> {
  const { first_sent_at, last_sent_at } = submission
  const page = pagesSearched(submission) + 1
  const found = await access.portal.search({
    from: new Date(first_sent_at!.getTime() - marginMs),
    to: new Date(last_sent_at!.getTime() + marginMs),
    page,
  })
  if (found.kind === 'later' || found.kind === 'denied') return notNow(tools, access, found)
  if (found.kind !== 'ok') return searchAgain(tools, submission)
  const { attempts, others } = await tools.write(async (trx) => ({
    attempts: await openAttempts(trx, tools.keys, submission.id),
    others: await knownFromElsewhere(trx, submission, found.value.documents),
  }))
  const best = bestOf(
    attempts,
    found.value.documents.filter(({ uuid }) => !others.has(uuid)),
  )
  if (best) return adopt(tools, access, submission, best)
  const provenFrom = Math.max(
    first_sent_at!.getTime() + (hasArrived(submission) ? refusedAfterMs : portalLimits.duplicateRequestMs),
    last_sent_at!.getTime() + settledMs,
  )
  await tools.write(async (trx) => {
    // What the portal has taken in may not be in its lists yet.
    const again = new Date(Math.min(provenFrom, now.getTime() + searchAgainMs))
    if (now.getTime() < provenFrom) await planNext(trx, submission.id, again, now)
    else if (page < found.value.pages) await searchOn(trx, submission, page, now)
    else await giveBack(trx, submission, now)
  })
  return done
}

async function searchOn(
  trx: Transaction<DB>,
  submission: Submission,
  page: number,
  now: Date,
): Promise<void> {
  const fault = JSON.stringify({ ...(submission.fault as object | null), pages_searched: page })
  if (await changeSubmission(trx, submission, { fault })) await planNext(trx, submission.id, now, now)
}

/** Pages on which none of a request's documents is. */
const pagesSearched = ({ fault }: Submission): number =>
  (fault as { pages_searched?: number } | null)?.pages_searched ?? 0

async function searchAgain(tools: PortalTools, { id }: Submission): Promise<Step> {
  await tools.write(async (trx) => {
    const now = await timeOf(tools, trx)
    await planNext(trx, id, new Date(now.getTime() + searchAgainMs), now)
  })
  return done
}

/** Documents of the portal that came from other requests of ours, such as an earlier try that was invalid. */
async function knownFromElsewhere(
  trx: Transaction<DB>,
  { id }: Submission,
  found: readonly PortalDocument[],
): Promise<Set<string>> {
  if (found.length === 0) return new Set()
  const rows = await trx
    .selectFrom('einvoice_attempt')
    .select('uuid')
    .where(
      'uuid',
      'in',
      found.map(({ uuid }) => uuid),
    )
    .where('submission_id', '<>', id)
    .execute()
  return new Set(rows.map(({ uuid }) => uuid!))
}

/** Of several documents that may be ours one that counts, before one that the portal has called a duplicate. */
const preference = ['valid', 'submitted', 'unknown', 'cancelled', 'invalid']

function bestOf(
  attempts: readonly SealedAttempt[],
  found: readonly PortalDocument[],
): PortalDocument | undefined {
  return found
    .filter((document) => attempts.some((attempt) => isSameDocument(attempt, document)))
    .toSorted((one, other) => preference.indexOf(one.status) - preference.indexOf(other.status))[0]
}

/**
 * The portal has the request: its documents are read from it. Those that are not in it yet stay on their way: the portal is asked
 * about them with the others, and they get a new time once it is certain that it did not take them in.
 */
async function adopt(
  tools: PortalTools,
  access: Access,
  submission: Submission,
  { submissionUid }: PortalDocument,
): Promise<Step> {
  if (!submissionUid) return searchAgain(tools, submission)
  const read = await readSubmission(access, submissionUid)
  if (read.kind === 'later' || read.kind === 'denied') return notNow(tools, access, read)
  if (read.kind !== 'ok') return searchAgain(tools, submission)
  await tools.write((trx) =>
    storeAdopted(tools, trx, submission, { uid: submissionUid, documents: read.value.documents, ...read }),
  )
  // Found while it was being decided upon: the answer is near.
  return later(2_000, 'an adopted submission is asked about')
}

async function storeAdopted(
  tools: PortalTools,
  trx: Transaction<DB>,
  submission: Submission,
  found: { uid: string; documents: readonly PortalDocument[]; correlationId: string | null },
): Promise<void> {
  const now = await timeOf(tools, trx)
  const set = { state: 'accepted' as const, submission_uid: found.uid, accepted_at: now, fault: null }
  if (!(await changeSubmission(trx, submission, { ...set, correlation_id: found.correlationId }))) return
  const attempts = await openAttempts(trx, tools.keys, submission.id)
  const moves = attempts.flatMap((attempt): Move[] => {
    const document = found.documents.find((one) => isSameDocument(attempt, one))
    if (!document) return []
    const set = { uuid: document.uuid, submitted_at: document.receivedAt ?? now }
    return [{ id: attempt.document_id, event: 'adopted', detail: { uuid: document.uuid }, set }]
  })
  await moveDocuments(trx, 'accepted', moves, { correlationId: found.correlationId, at: now })
  await settleAttempts(
    trx,
    submission.id,
    moves.map(({ id, set: values }) => ({ document_id: id, outcome: 'accepted', uuid: values!.uuid! })),
  )
  await planNext(trx, submission.id, nextPoll(now, now), now)
  await goOn(trx, submission.environment)
}
