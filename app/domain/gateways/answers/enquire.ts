import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { isLive, isOpen, isUnanswered } from '#app/domain/core/invoicing/attempt-states.ts'
import { countUse } from '#app/domain/core/rate-limit.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { raiseException } from '#app/domain/gateways/payment-exceptions/raise-exception.ts'
import {
  isEnquiryDue,
  neverStartedAfter,
  nextEnquiry,
  planEnquiry,
} from '#app/domain/payments/attempts/enquiry-schedule.ts'
import { type GatewayTools, gatewayClientFor } from '#app/domain/payments/attempts/gateway-client.ts'
import { storeMessage } from '#app/domain/payments/attempts/gateway-messages.ts'
import { type LockedAttempt, lockAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import type { Enquiry, GatewayClient } from '#app/integrations/gateway/gateway.ts'
import type { DB } from '#db/types.ts'
import { type Applied, applyAnswer } from './apply-answer.ts'
import { payeeOf } from './payees.ts'

/** Seconds between two enquiries that people ask for about one attempt. */
const enquiryPause = 60

/** Milliseconds between two enquiries after the window, while no answer could be believed. */
const mutePause = 6 * 3_600_000

/** Milliseconds by which a job may come before its time: the queue has a clock of its own. */
const clockSlack = 5_000

/**
 * Asks the gateway of an attempt about it and applies the answer. `due`: only when its time has come; the next time is stored
 * before the gateway is asked, so that a crash delays the answer and loses nothing. `asked`: a person wants to know now; at most
 * once a minute. `notified`: the gateway has called, so also about a paid attempt. Undefined when the gateway was not asked.
 */
export async function enquireAttempt(
  { gateways, write, releaseConnection, now, timeoutMs }: GatewayTools,
  actor: Actor,
  attempt_id: string,
  why: 'due' | 'asked' | 'notified',
): Promise<Applied | undefined> {
  const time = async (trx: Transaction<DB>) => now?.() ?? (await databaseTime(trx))
  const claimed = await write(async (trx) => {
    const attempt =
      why === 'due'
        ? await claimDue(trx, attempt_id, await time(trx))
        : await claimAsked(trx, attempt_id, why)
    return (
      attempt && { stored: attempt.request_fields, client: await gatewayClientFor(trx, gateways, attempt) }
    )
  })
  if (!claimed) return undefined
  const { stored, client } = claimed
  await releaseConnection?.()
  const outcome = await client.enquire(stored, {
    ...(timeoutMs ? { timeoutMs } : {}),
    ...(now ? { now: now() } : {}),
  })
  return write(async (trx) =>
    settleEnquiry(trx, actor, attempt_id, outcome, {
      client,
      ring: gateways.chip.keys.ring,
      at: await time(trx),
    }),
  )
}

/** Undefined when its time has not come; of two workers with the same job only one gets the attempt. */
async function claimDue(trx: Transaction<DB>, id: string, at: Date) {
  const attempt = await lockAttempt(trx, id)
  const { next_enquiry_at, state } = attempt
  if (!next_enquiry_at || !isEnquiryDue(next_enquiry_at, at, clockSlack) || state === 'paid') return undefined
  const goesOn = isOpen(state) || attempt.given_up_at !== null
  const next = goesOn ? nextEnquiry(attempt, at) : null
  await countEnquiry(trx, id, next)
  await planEnquiry(trx, attempt, next)
  return attempt
}

async function claimAsked(trx: Transaction<DB>, id: string, why: 'asked' | 'notified') {
  if (why === 'asked') {
    const { allowed } = await countUse(trx, `payment.enquire:${id}`, { points: 1, seconds: enquiryPause })
    if (!allowed) return undefined
  }
  const attempt = await lockAttempt(trx, id)
  if (why === 'asked' && attempt.state === 'paid') return undefined
  await countEnquiry(trx, id, attempt.next_enquiry_at)
  return attempt
}

async function countEnquiry(trx: Transaction<DB>, id: string, next_enquiry_at: Date | null) {
  await trx
    .updateTable('payment_attempt')
    .set({ enquiries: sql`enquiries + 1`, next_enquiry_at })
    .where('id', '=', id)
    .execute()
}

/** Applies the answer, or keeps what the gateway said instead; then ends an attempt that is too old. */
async function settleEnquiry(
  trx: Transaction<DB>,
  actor: Actor,
  attempt_id: string,
  outcome: Enquiry,
  {
    client: { name: gateway, environment, isMute },
    ring,
    at,
  }: { client: GatewayClient; ring: Keyring; at: Date },
): Promise<Applied> {
  const mute = isMute(at)
  if (outcome.kind === 'answer') {
    const { report, fingerprint, body } = outcome
    const raw = Buffer.from(body)
    const answer = { channel: 'enquiry', report, raw, fingerprint, environment, at, ring } as const
    const applied = await applyAnswer(trx, actor, attempt_id, answer)
    return { ...applied, ...(await age(trx, actor, attempt_id, { said: report.debit_code, mute, at })) }
  }
  await storeMessage(trx, actor, {
    ring,
    gateway,
    channel: 'enquiry',
    raw: Buffer.from(outcome.body ?? ''),
    fingerprint: null,
    attempt_id,
    response_code: null,
    outcome: outcome.why,
    note: outcome.detail.slice(0, 200),
  })
  const attempt = await lockAttempt(trx, attempt_id)
  const { state, public_code: code } = attempt
  return {
    ...{ attempt_id, code, state, effect: 'keep', alarm: null },
    ...(await age(trx, actor, attempt_id, { said: null, neverMade: outcome.why === 'never_made', mute, at })),
  }
}

/**
 * What time does to an attempt whose gateway was just asked; `said` is its answer, null when there was none; `neverMade`
 * when nothing came of the order and nothing can any more; `mute` when no answer can be believed, because a certificate has
 * ended.
 * - Not found a day after it was made, and nothing ever heard: it was never started.
 * - No decision when its window ends: a person must find out; nobody may have to wait for that, so the invoices are free.
 * - A personal payment whose hour is over: the invoices may be paid again, though an answer may still come. An outage of
 *   FPX keeps them, since it ends by itself; a certificate waits for people, so nobody's invoice waits with it.
 * - While FPX is mute nothing is ended: it is asked until it can be understood again.
 */
async function age(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  {
    said,
    neverMade = false,
    mute,
    at,
  }: { said: string | null; neverMade?: boolean; mute: boolean; at: Date },
): Promise<Partial<Applied>> {
  const attempt = await lockAttempt(trx, id)
  if (!isLive(attempt.state)) return {}
  const old = at.getTime() - attempt.requested_at.getTime() >= neverStartedAfter
  if ((neverMade || (said === '76' && old)) && isUnanswered(attempt.state)) {
    await close(trx, actor, attempt, { state: 'expired', next_enquiry_at: null })
    return { state: 'expired', effect: 'release' }
  }
  if (mute) {
    await freeExpired(trx, actor, attempt, at)
    if (at >= attempt.expires_at) await askLater(trx, attempt, at)
    return {}
  }
  if (at >= attempt.expires_at) {
    const reason = attempt.model === 'B2B1' ? 'approval_late' : 'no_answer'
    await close(trx, actor, attempt, { state: 'needs_review', next_enquiry_at: null, review_reason: reason })
    await raiseException(trx, attempt, { kind: reason, report: null, message_id: null, payment_id: null })
    const alarm = { reason, detail: 'no decision within its window' } as const
    return { state: 'needs_review', effect: 'review', alarm }
  }
  if (said !== null && attempt.model !== 'B2B1') await freeExpired(trx, actor, attempt, at)
  return {}
}

async function askLater(trx: Transaction<DB>, attempt: LockedAttempt, at: Date) {
  const next_enquiry_at = new Date(at.getTime() + mutePause)
  await trx.updateTable('payment_attempt').set({ next_enquiry_at }).where('id', '=', attempt.id).execute()
  await planEnquiry(trx, attempt, next_enquiry_at)
}

async function close(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: LockedAttempt,
  end: { state: string; next_enquiry_at: null; review_reason?: string },
) {
  await trx.updateTable('payment_attempt').set(end).where('id', '=', attempt.id).execute()
  await planEnquiry(trx, attempt, null)
  await payeeOf(attempt.purpose).release(trx, actor, attempt, { state: end.state })
}

/** An hour without a decision: the payer may try again, and the page warns of the first try. */
async function freeExpired(trx: Transaction<DB>, actor: Actor, attempt: LockedAttempt, at: Date) {
  const payee = payeeOf(attempt.purpose)
  if (await payee.hasExpiredLock(trx, attempt.id, at))
    await payee.release(trx, actor, attempt, { state: 'lock_expired' })
}
