import type { Transaction } from 'kysely'
import type { PortalDocument } from '#app/integrations/myinvois/calls.ts'
import type { Outcome } from '#app/integrations/myinvois/client.ts'
import { portalLimits } from '#app/integrations/myinvois/limits.ts'
import type { DB } from '#db/types.ts'
import type { Fault } from '../words.ts'
import { type Access, done, notNow, type Step } from './access.ts'
import { type Attempt, findAttempts } from './attempts.ts'
import { afterValid } from './became-valid.ts'
import { type Move, moveDocuments, settleAttempts, type Verdict } from './move-documents.ts'
import { type PortalTools, timeOf } from './portal-tools.ts'
import { minute, nextPoll, planNext, watchEveryMs } from './schedule.ts'
import { returnDocuments } from './send.ts'
import { isFinal } from './states.ts'
import { changeSubmission, goOn, type Submission } from './submission.ts'

/** All documents of a request, over all pages. */
export async function readSubmission(
  { portal }: Pick<Access, 'portal'>,
  uid: string,
): Promise<Outcome<PortalDocument[]>> {
  const documents: PortalDocument[] = []
  for (let page = 1; ; page++) {
    const outcome = await portal.getSubmission(uid, page)
    if (outcome.kind !== 'ok') return outcome
    const { count, documents: more } = outcome.value
    documents.push(...more)
    const isLast =
      more.length < portalLimits.pageSize || documents.length >= (count ?? Number.POSITIVE_INFINITY)
    if (isLast) return { ...outcome, value: documents }
  }
}

/** What the portal has decided of one document. */
interface Said extends PortalDocument {
  /** Of an invalid one; undefined while they could not be read. */
  faults?: readonly Fault[]
}

/** Asks what the portal has decided, and applies it to each document for itself. */
export async function poll(tools: PortalTools, access: Access, submission: Submission): Promise<Step> {
  const outcome = await readSubmission(access, submission.submission_uid!)
  if (outcome.kind === 'later' || outcome.kind === 'denied') return notNow(tools, access, outcome)
  // Not found for the first moments; then, and without an answer, it is asked about again.
  if (outcome.kind !== 'ok') return askLater(tools, submission)
  const attempts = await tools.write((trx) => findAttempts(trx, submission.id))
  await tools.releaseConnection?.()
  const said = await withFaults(access, attempts, outcome.value)
  if (!Array.isArray(said)) return notNow(tools, access, said)
  await tools.write((trx) => apply(tools, trx, submission, { said, correlationId: outcome.correlationId }))
  return done
}

async function askLater(tools: PortalTools, submission: Submission): Promise<Step> {
  await tools.write(async (trx) => {
    const now = await timeOf(tools, trx)
    if (await changeSubmission(trx, submission, { polls: submission.polls + 1 }))
      await planNext(trx, submission.id, nextPoll(submission.accepted_at!, now), now)
  })
  return done
}

/** Reads the faults of those that are invalid and were not before. */
async function withFaults(
  { portal }: Access,
  attempts: readonly Attempt[],
  documents: readonly PortalDocument[],
) {
  const said: Said[] = []
  for (const document of documents) {
    const attempt = attemptOf(attempts, document)
    if (document.status !== 'invalid' || !attempt || isFinal(attempt.status)) {
      said.push(document)
      continue
    }
    const details = await portal.getDetails(document.uuid)
    if (details.kind === 'later' || details.kind === 'denied') return details
    if (details.kind === 'ok') said.push({ ...document, faults: details.value.faults })
    // Without an answer it stays undecided; what the portal will not tell is invalid without a reason.
    else said.push(details.kind === 'refused' ? { ...document, faults: details.faults } : document)
  }
  return said
}

const attemptOf = (attempts: readonly Attempt[], { uuid, number }: PortalDocument) =>
  attempts.find((attempt) => (attempt.uuid ? attempt.uuid === uuid : attempt.number === number))

/** After so long a document that the portal does not list with the others was not taken in. */
const listedAfterMs = minute

interface Answer {
  said: readonly Said[]
  correlationId: string | null
}

async function apply(
  tools: PortalTools,
  trx: Transaction<DB>,
  submission: Submission,
  { said, correlationId }: Answer,
): Promise<void> {
  const now = await timeOf(tools, trx)
  if (
    !(await changeSubmission(trx, submission, { polls: submission.polls + 1, correlation_id: correlationId }))
  )
    return
  const attempts = await findAttempts(trx, submission.id)
  const about = { correlationId, at: now }
  // One that an answer did not name is there after all.
  const late = said.filter((one) => attemptOf(attempts, one)?.status === 'sending')
  await moveDocuments(
    trx,
    'accepted',
    late.map((one) => ({
      id: attemptOf(attempts, one)!.document_id,
      set: { uuid: one.uuid, submitted_at: one.receivedAt ?? now },
      detail: { uuid: one.uuid },
    })),
    about,
  )
  const decided = said.flatMap((one) => {
    const attempt = attemptOf(attempts, one)
    return attempt ? (decide(attempt, one, now) ?? []) : []
  })
  for (const happening of ['undecided', 'valid', 'invalid', 'cancelled'] as const) {
    const moves = decided.flatMap((one) => (one.happening === happening ? [one.move] : []))
    const moved = await moveDocuments(trx, happening, moves, about)
    if (happening === 'valid') await afterValid(trx, moved, now)
  }
  await settleAttempts(
    trx,
    submission.id,
    decided.flatMap(({ verdict }) => verdict ?? []),
  )
  const age = now.getTime() - submission.accepted_at!.getTime()
  const unlisted = attempts.filter(
    (attempt) => attempt.status === 'sending' && !said.some((one) => attemptOf([attempt], one)),
  )
  if (age > listedAfterMs) {
    await returnDocuments(trx, submission.id, unlisted, now)
    if (unlisted.length > 0) await goOn(trx, submission.environment)
  }
  await trx
    .updateTable('einvoice_document')
    .set({ checked_at: now })
    .where('submission_id', '=', submission.id)
    .where('status', 'in', ['submitted', 'processing'])
    .execute()
  await planAfter(trx, submission, now)
}

interface Decision {
  happening: 'undecided' | 'valid' | 'invalid' | 'cancelled'
  move: Move
  verdict?: Verdict
}

/** Nothing is valid without the id that its link is made of, and nothing invalid before its reasons were asked for. */
function decide({ document_id, status }: Attempt, said: Said, now: Date): Decision | undefined {
  const { uuid, longId, validatedAt, cancelledAt, reason, faults } = said
  const valid = { uuid, validated_at: validatedAt ?? now }
  if (said.status === 'valid' && longId)
    return {
      happening: 'valid',
      move: { id: document_id, set: { ...valid, long_id: longId, faults: [] } },
      verdict: { document_id, outcome: 'valid', uuid },
    }
  if (said.status === 'invalid' && faults)
    return {
      happening: 'invalid',
      move: { id: document_id, set: { uuid, faults }, detail: { faults } },
      verdict: { document_id, outcome: 'invalid', uuid, faults },
    }
  if (said.status === 'cancelled')
    return {
      happening: 'cancelled',
      move: {
        id: document_id,
        set: { ...valid, long_id: longId, cancelled_at: cancelledAt ?? now, cancel_reason: reason },
      },
      verdict: { document_id, outcome: 'valid', uuid },
    }
  // Its history says so once.
  return status === 'processing' ? undefined : { happening: 'undecided', move: { id: document_id } }
}

/** While a document is undecided the portal is asked on; then only whether buyers ask for a rejection. */
async function planAfter(trx: Transaction<DB>, { id, accepted_at }: Submission, now: Date): Promise<void> {
  const documents = await trx
    .selectFrom('einvoice_document')
    .select(['status', 'validated_at'])
    .where('submission_id', '=', id)
    .execute()
  if (documents.some(({ status }) => !isFinal(status)))
    return planNext(trx, id, nextPoll(accepted_at!, now), now)
  await trx.updateTable('einvoice_submission').set({ state: 'closed' }).where('id', '=', id).execute()
  await planNext(trx, id, nextWatch(documents, now), now)
}

/** An hour later, while a valid document may still be rejected by its buyer. */
export function nextWatch(
  documents: readonly { status: string; validated_at: Date | null }[],
  now: Date,
): Date | null {
  const open = documents.some(
    ({ status, validated_at }) =>
      status === 'valid' && now.getTime() - validated_at!.getTime() < portalLimits.cancelMs,
  )
  return open ? new Date(now.getTime() + watchEveryMs) : null
}
