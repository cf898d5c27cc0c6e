import type { Transaction } from 'kysely'
import { elapsedMs } from '#app/domain/core/clock.ts'
import type { Submitted } from '#app/integrations/myinvois/calls.ts'
import type { Outcome } from '#app/integrations/myinvois/client.ts'
import { portalLimits } from '#app/integrations/myinvois/limits.ts'
import type { DB } from '#db/types.ts'
import { type Access, done, notNow, type Step, stopQueue } from './access.ts'
import { type Attempt, bodyOf, findAttempts, openAttempts } from './attempts.ts'
import { moveDocuments, settleAttempts, tell } from './move-documents.ts'
import { type PortalTools, timeOf } from './portal-tools.ts'
import { announce, hour, minute } from './schedule.ts'
import { settleAnswer, settleRefusal } from './settle.ts'
import { changeSubmission, goOn, type Submission } from './submission.ts'
import { askAgain, findIt } from './unanswered.ts'
import { withdrawReturned } from './withdrawn.ts'

/** Bytes that never left get a new time when they are older: what is old may be refused before it arrives. */
const staleMs = portalLimits.issueAgeMs - 12 * hour

/** Sends bytes that are stored and have not left. */
export async function sendStored(tools: PortalTools, access: Access, submission: Submission): Promise<Step> {
  const isStale = await tools.write(async (trx) => {
    const now = await timeOf(tools, trx)
    if (now.getTime() - submission.created_at.getTime() < staleMs) return false
    await giveBack(trx, submission, now)
    return true
  })
  return isStale ? done : send(tools, access, submission)
}

/** Bytes that certainly are not at the portal: their documents are queued again, and get a new time. */
export async function giveBack(trx: Transaction<DB>, submission: Submission, at: Date): Promise<void> {
  if (!(await changeSubmission(trx, submission, { state: 'refused', next_at: null }))) return
  const attempts = await findAttempts(trx, submission.id)
  await returnDocuments(trx, submission.id, attempts, at)
  await goOn(trx, submission.environment)
}

export async function returnDocuments(
  trx: Transaction<DB>,
  submission_id: string,
  attempts: readonly Attempt[],
  at: Date,
): Promise<void> {
  const moves = attempts.map(({ document_id: id }) => ({ id, set: { submission_id: null } }))
  const returned = await moveDocuments(trx, 'returned', moves, { at })
  await withdrawReturned(trx, returned, { at })
  await settleAttempts(
    trx,
    submission_id,
    attempts.map(({ document_id }) => ({ document_id, outcome: 'lost' as const })),
  )
}

/**
 * From the note that bytes leave until they do: a process that slept in between lets them be, since another one may have proven
 * meanwhile that they never arrived.
 */
const leaveWithinMs = minute

/**
 * Sends the bytes, once: before they leave it is stored that they do, so that nobody who finds the request later believes that
 * they have not. An answer is applied in one transaction; without one, everything stays open.
 */
export async function send(tools: PortalTools, access: Access, submission: Submission): Promise<Step> {
  const notAfterMs = (tools.elapsedMs ?? elapsedMs)() + leaveWithinMs
  const { sent, body } = await tools.write(async (trx) => {
    const now = await timeOf(tools, trx)
    const attempts = await openAttempts(trx, tools.keys, submission.id)
    const leaving = {
      ...{ state: 'unknown' as const, sends: submission.sends + 1, last_sent_at: now },
      first_sent_at: submission.first_sent_at ?? now,
    }
    if (!(await changeSubmission(trx, submission, leaving))) return { sent: undefined, body: '' }
    if (submission.sends > 0) {
      const resent = attempts.map(({ document_id }) => ({ document_id, kind: 'resent' as const }))
      await tell(trx, resent, { at: now })
    }
    return { sent: { ...submission, ...leaving }, body: bodyOf(attempts, submission.body_hash) }
  })
  await tools.releaseConnection?.()
  if (!sent) return done
  return settleSent(tools, access, { before: submission, sent }, await access.portal.submit(body, notAfterMs))
}

/** Before and after it was stored that the bytes leave. */
interface Sending {
  before: Submission
  sent: Submission
}

async function settleSent(
  tools: PortalTools,
  access: Access,
  { before, sent }: Sending,
  outcome: Outcome<Submitted>,
): Promise<Step> {
  if (outcome.kind === 'later' || outcome.kind === 'denied') {
    // Nothing left after all.
    await tools.write(async (trx) => {
      const now = await timeOf(tools, trx)
      const { state, sends, first_sent_at, last_sent_at } = before
      const back = { state, sends, first_sent_at, last_sent_at, next_at: now }
      await changeSubmission(trx, sent, back)
      await announce(trx, sent.id, new Date(now.getTime() + 2 * minute), now)
    })
    return notNow(tools, access, outcome)
  }
  await tools.write(async (trx) => {
    const now = await timeOf(tools, trx)
    if (outcome.kind === 'ok') return settleAnswer(trx, sent, outcome, now)
    if (outcome.kind === 'unknown') return askAgain(trx, sent, now, outcome.detail)
    const { status } = outcome
    // It has had these bytes: what it did with them is looked for.
    if (status === 422 || outcome.codes.includes('DuplicateSubmission')) return findIt(trx, sent, now)
    if (status === 403)
      await stopQueue(trx, access, 'forbidden', outcome.faults.map(({ text }) => text).join('; '))
    // A refusal says nothing of the same bytes that left before.
    if (before.sends > 0) return findIt(trx, sent, now)
    if (status === 403) return giveBack(trx, sent, now)
    // An address or a method that the portal does not know says nothing of the documents.
    if (status === 404 || status === 405) return askAgain(trx, sent, now, `status ${status}`)
    return settleRefusal(tools, trx, sent, outcome, now)
  })
  return done
}
