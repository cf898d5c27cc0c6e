import type { Transaction } from 'kysely'
import { seal } from '#app/domain/core/secrets.ts'
import type { Facts } from '#app/integrations/myinvois/call.ts'
import { type Submitted, submissionBody } from '#app/integrations/myinvois/calls.ts'
import type { Refused } from '#app/integrations/myinvois/client.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Fault } from '../words.ts'
import { attemptCell, findAttempts, openAttempts, type SealedAttempt, sha256 } from './attempts.ts'
import { type Move, moveDocuments, settleAttempts, tell, type Verdict } from './move-documents.ts'
import type { PortalTools } from './portal-tools.ts'
import { hour, nextPoll, planNext } from './schedule.ts'
import { changeSubmission, goOn, type Submission } from './submission.ts'
import { askAgain } from './unanswered.ts'
import { withdrawReturned } from './withdrawn.ts'

/** A document whose time alone is refused again within the hour fails: a clock is wrong that we cannot read. */
const restampAfterMs = hour

/** The portal answered 202: each document for itself was taken in or not. */
export async function settleAnswer(
  trx: Transaction<DB>,
  sent: Submission,
  { value, correlationId }: { value: Submitted } & Facts,
  now: Date,
): Promise<void> {
  const attempts = await findAttempts(trx, sent.id)
  const accepted = new Map(value.accepted.map(({ number, uuid }) => [number, uuid]))
  const rejected = new Map(value.rejected.map(({ number, faults }) => [number, faults]))
  const open = attempts.filter(({ number }) => !rejected.has(number))
  // Nobody could ask what became of them.
  if (value.submissionUid === null && open.length > 0) {
    await askAgain(trx, sent, now, `no submission of ${open.length} documents in the answer`)
    return
  }
  const isOpen = open.length > 0
  const restamped = await restampedLately(trx, sent.id, now)
  const next_at = isOpen ? nextPoll(now, now) : null
  const changed = await changeSubmission(trx, sent, {
    state: isOpen ? 'accepted' : 'closed',
    ...{ submission_uid: value.submissionUid, accepted_at: now, correlation_id: correlationId, fault: null },
  })
  if (!changed) return
  await planNext(trx, sent.id, next_at, now)
  const about = { correlationId, at: now }
  const [taken, refused, timed]: [Move[], Move[], Move[]] = [[], [], []]
  const verdicts: Verdict[] = []
  for (const { document_id, number } of attempts) {
    const uuid = accepted.get(number)
    const faults = rejected.get(number)
    if (uuid) {
      taken.push({ id: document_id, set: { uuid, submitted_at: now }, detail: { uuid } })
      verdicts.push({ document_id, outcome: 'accepted', uuid })
    } else if (faults) {
      const isTimed = faults.length > 0 && faults.every(isAboutTime) && !restamped.has(document_id)
      if (isTimed)
        timed.push({
          id: document_id,
          set: { submission_id: null, faults },
          event: 'restamped',
          detail: { faults },
        })
      else refused.push({ id: document_id, set: { faults }, detail: { faults } })
      verdicts.push({ document_id, outcome: isTimed ? 'lost' : 'refused', faults })
    }
  }
  await moveDocuments(trx, 'accepted', taken, about)
  await moveDocuments(trx, 'refused', refused, about)
  await withdrawReturned(trx, await moveDocuments(trx, 'returned', timed, about), about)
  await settleAttempts(trx, sent.id, verdicts)
  await goOn(trx, sent.environment)
}

/** Documents of a request whose time was refused before. */
async function restampedLately(trx: Transaction<DB>, submission_id: string, now: Date): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('einvoice_event as event')
    .innerJoin('einvoice_attempt as attempt', 'attempt.document_id', 'event.document_id')
    .select('event.document_id')
    .where('attempt.submission_id', '=', submission_id)
    .where('event.kind', '=', 'restamped')
    .where('event.at', '>', new Date(now.getTime() - restampAfterMs))
    .execute()
  return new Set(rows.map(({ document_id }) => document_id))
}

/** Too old or in the future: says nothing of what the document is about, so it may go out with another time. */
const isAboutTime = ({ code, path }: Fault): boolean =>
  code === 'CF321' || (path !== null && /IssueDate AND .*IssueTime/.test(path))

/** The portal says so of all documents of a request alike: none of them is at fault alone. */
const concernsAll = ({ faults }: Refused): boolean =>
  faults.some(({ text }) => /authenticated TIN/i.test(text) || /TIN is not matching/i.test(text))

/**
 * The portal took nothing of the request. What concerns all of its documents, or its only one, fails them; a document that is
 * named fails alone; else the request is halved, so that the one at fault is found, and the bytes stay what they are.
 */
export async function settleRefusal(
  tools: PortalTools,
  trx: Transaction<DB>,
  sent: Submission,
  outcome: Refused,
  now: Date,
): Promise<void> {
  const { faults, correlationId } = outcome
  const refusal = { state: 'refused' as const, next_at: null, correlation_id: correlationId }
  if (!(await changeSubmission(trx, sent, { ...refusal, fault: JSON.stringify({ faults }) }))) return
  const attempts = await openAttempts(trx, tools.keys, sent.id)
  const about = { correlationId, at: now }
  const named = attempts.filter(({ number }) => faults.some((fault) => fault.path === number))
  const failing = attempts.length === 1 || concernsAll(outcome) ? attempts : named
  const said = faults.length > 0 ? faults : [silent(outcome)]
  await moveDocuments(
    trx,
    'refused',
    failing.map(({ document_id: id }) => ({ id, set: { faults: said }, detail: { faults: said } })),
    about,
  )
  await settleAttempts(
    trx,
    sent.id,
    attempts.map((attempt) =>
      failing.includes(attempt)
        ? { document_id: attempt.document_id, outcome: 'refused', faults: said }
        : { document_id: attempt.document_id, outcome: 'lost' },
    ),
  )
  const others = attempts.filter((attempt) => !failing.includes(attempt))
  const half = failing.length > 0 ? others.length : Math.ceil(others.length / 2)
  for (const part of [others.slice(0, half), others.slice(half)])
    await storeAgain(tools, trx, sent, part, now)
  await goOn(trx, sent.environment)
}

const silent = ({ status, codes }: Refused): Fault => ({
  ...{ step: null, code: codes[0] ?? null, text: `HTTP ${status}`, text_my: null, path: null },
})

/** The same bytes of some documents in a request of their own. */
async function storeAgain(
  { keys }: PortalTools,
  trx: Transaction<DB>,
  { environment, client_key, on_behalf_of }: Submission,
  attempts: readonly SealedAttempt[],
  at: Date,
): Promise<void> {
  const open = attempts.filter(({ status }) => status === 'sending')
  if (open.length === 0) return
  const id = newId()
  const row = { environment, client_key, on_behalf_of, document_count: open.length, created_at: at }
  await trx
    .insertInto('einvoice_submission')
    .values({ id, ...row, body_hash: sha256(submissionBody(open)) })
    .execute()
  await trx
    .insertInto('einvoice_attempt')
    .values(
      open.map(({ document_id, text, hash, fingerprint, issued_at }, position) => {
        const attempt_id = newId()
        return {
          ...{ id: attempt_id, submission_id: id, document_id, position, fingerprint, issued_at },
          content_sealed: seal(keys.ring, attemptCell(keys.place, attempt_id), text),
          content_hash: hash,
        }
      }),
    )
    .execute()
  const ids = open.map(({ document_id }) => document_id)
  await trx
    .updateTable('einvoice_document')
    .set({ submission_id: id })
    .where('id', 'in', ids)
    .where('status', '=', 'sending')
    .execute()
  await tell(
    trx,
    ids.map((document_id) => ({ document_id, kind: 'split' as const })),
    { at },
  )
  await planNext(trx, id, at, at)
}
