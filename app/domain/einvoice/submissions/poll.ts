import type { Transaction } from 'kysely'
import type { Details, PortalDocument } from '#app/integrations/myinvois/calls.ts'
import type { Denied, Later, Outcome } from '#app/integrations/myinvois/client.ts'
import { portalLimits } from '#app/integrations/myinvois/limits.ts'
import type { DB } from '#db/types.ts'
import type { Fault } from '../words.ts'
import { type Access, done, notNow, type Step } from './access.ts'
import { type Attempt, findAttempts, isSameDocument, openAttempts } from './attempts.ts'
import { afterValid } from './became-valid.ts'
import { type Move, moveDocuments, settleAttempts, type Verdict } from './move-documents.ts'
import { type PortalTools, timeOf } from './portal-tools.ts'
import { minute, nextPoll, planNext, watchEveryMs } from './schedule.ts'
import { returnDocuments } from './send.ts'
import { isFinal } from './states.ts'
import { changeSubmission, goOn, type Submission } from './submission.ts'

interface Listed {
  documents: PortalDocument[]
  /** Whether one that is not among them was not taken in. */
  isWhole: boolean
}

/** A request has a hundred documents at most; a portal that gives page after page for it is not read to its end. */
const mostPages = 5

/** All documents of a request, over all pages. */
export async function readSubmission(
  { portal }: Pick<Access, 'portal'>,
  uid: string,
): Promise<Outcome<Listed>> {
  const documents: PortalDocument[] = []
  for (let page = 1; ; page++) {
    const outcome = await portal.getSubmission(uid, page)
    if (outcome.kind !== 'ok') return outcome
    const { count, overall, documents: more } = outcome.value
    documents.push(...more)
    const isEnd = more.length < portalLimits.pageSize
    if (!isEnd && documents.length < (count ?? Number.POSITIVE_INFINITY) && page < mostPages) continue
    const isWhole = overall !== 'in_progress' && documents.length >= (count ?? 0)
    return { ...outcome, value: { documents, isWhole } }
  }
}

/** What the portal has decided of one document. */
interface Said extends PortalDocument {
  /** Of an invalid one; undefined while they could not be read. */
  faults?: readonly Fault[] | undefined
  /** The uuid under which we know it, when that is its second arrival. */
  twin?: string
}

/** Asks what the portal has decided, and applies it to each document for itself. */
export async function poll(tools: PortalTools, access: Access, submission: Submission): Promise<Step> {
  const outcome = await readSubmission(access, submission.submission_uid!)
  if (outcome.kind === 'later' || outcome.kind === 'denied') return notNow(tools, access, outcome)
  // Not found for the first moments; then, and without an answer, it is asked about again.
  if (outcome.kind !== 'ok') return askLater(tools, submission)
  const { documents, isWhole } = outcome.value
  const attempts = await tools.write((trx) => findAttempts(trx, submission.id))
  await tools.releaseConnection?.()
  const { said, waits } = await decisionsOf(tools, access, submission, attempts, documents)
  const { correlationId } = outcome
  await tools.write((trx) =>
    apply(tools, trx, submission, { said, isWhole, soon: waits !== undefined, correlationId }),
  )
  return waits && waits.kind !== 'more' ? notNow(tools, access, waits) : done
}

async function askLater(tools: PortalTools, submission: Submission): Promise<Step> {
  await tools.write(async (trx) => {
    const now = await timeOf(tools, trx)
    if (await changeSubmission(trx, submission, { polls: submission.polls + 1 }))
      await planNext(trx, submission.id, nextPoll(submission.accepted_at!, now), now)
  })
  return done
}

/** The faults of so many documents are read in a step: half a second each, while others wait for the worker. */
const mostRead = 20

interface Decisions {
  said: Said[]
  /** Others are still to be read about: at once, or when the portal takes calls again. */
  waits?: { kind: 'more' } | Later | Denied
}

/** What the portal has decided, with the faults of those that are invalid and were not before. */
async function decisionsOf(
  tools: PortalTools,
  access: Access,
  submission: Submission,
  attempts: readonly Attempt[],
  documents: readonly PortalDocument[],
): Promise<Decisions> {
  const [said, unread]: [Said[], PortalDocument[]] = [[], []]
  for (const document of documents) {
    const attempt = attemptOf(attempts, document)
    const isNew = document.status === 'invalid' && attempt && !isFinal(attempt.status)
    if (isNew) unread.push(document)
    else said.push(document)
  }
  for (const [index, document] of unread.entries()) {
    if (index === mostRead) return { said: [...said, ...unread.slice(index)], waits: { kind: 'more' } }
    const details = await access.portal.getDetails(document.uuid)
    if (details.kind === 'later' || details.kind === 'denied')
      return { said: [...said, ...unread.slice(index)], waits: details }
    // Without an answer it stays undecided; what the portal will not tell is invalid without a reason.
    if (details.kind === 'unknown') said.push(document)
    else if (details.kind === 'refused') said.push({ ...document, faults: details.faults })
    else said.push(await twinOf(tools, access, submission, details.value))
  }
  return { said }
}

const isDuplicate = ({ code, step }: Fault) => /^D[SV]302$/.test(code ?? '') || /duplicat/i.test(step ?? '')

/**
 * What the portal calls a duplicate of one that has the same number, issuer, time and total arrived twice: the same bytes. The one
 * that it took first counts, and nothing is to be sent again.
 */
async function twinOf(
  tools: PortalTools,
  { portal }: Access,
  submission: Submission,
  details: Details,
): Promise<Said> {
  const duplicates = details.faults.filter(isDuplicate)
  const uuids = duplicates.flatMap(({ text }) => text.match(/\b[0-9A-Z]{26}\b/g) ?? [])
  const first = uuids.find((uuid) => uuid !== details.uuid)
  if (!first) return details
  const found = await portal.getDetails(first)
  // Undecided while that one cannot be read.
  if (found.kind !== 'ok' && found.kind !== 'refused') return { ...details, faults: undefined }
  if (found.kind === 'refused') return details
  const attempts = await tools.write((trx) => openAttempts(trx, tools.keys, submission.id))
  const attempt = attemptOf(attempts, details)
  const isOurs = attempt && isSameDocument(attempt, found.value)
  if (!isOurs || found.value.status === 'invalid') return details
  return { ...found.value, faults: undefined, twin: details.uuid }
}

const attemptOf = <A extends Attempt>(
  attempts: readonly A[],
  { uuid, number, twin = uuid }: Said,
): A | undefined =>
  attempts.find((attempt) => (attempt.uuid ? attempt.uuid === twin : attempt.number === number))

/** After so long a document that the portal does not list with the others was not taken in. */
const listedAfterMs = minute

interface Answer {
  said: readonly Said[]
  /** Whether one that is not among them was not taken in. */
  isWhole: boolean
  /** Others are still to be read about. */
  soon: boolean
  correlationId: string | null
}

async function apply(
  tools: PortalTools,
  trx: Transaction<DB>,
  submission: Submission,
  { said, isWhole, soon, correlationId }: Answer,
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
  if (isWhole && age > listedAfterMs) {
    await returnDocuments(trx, submission.id, unlisted, now)
    if (unlisted.length > 0) await goOn(trx, submission.environment)
  }
  await trx
    .updateTable('einvoice_document')
    .set({ checked_at: now })
    .where('submission_id', '=', submission.id)
    .where('status', 'in', ['submitted', 'processing'])
    .execute()
  await planAfter(trx, submission, { now, soon })
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
      move: {
        ...{ id: document_id, set: { ...valid, long_id: longId, faults: [] } },
        ...(said.twin && { detail: { uuid, twin: said.twin } }),
      },
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
async function planAfter(
  trx: Transaction<DB>,
  { id, accepted_at }: Submission,
  { now, soon }: { now: Date; soon: boolean },
): Promise<void> {
  const documents = await trx
    .selectFrom('einvoice_document')
    .select(['status', 'validated_at'])
    .where('submission_id', '=', id)
    .execute()
  // One that was queued again waits for another request.
  if (documents.some(({ status }) => !isFinal(status) && status !== 'queued'))
    return planNext(trx, id, soon ? now : nextPoll(accepted_at!, now), now)
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
