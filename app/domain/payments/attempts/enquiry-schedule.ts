import { sql, type Transaction } from 'kysely'
import type { Model } from '#app/integrations/fpx/fields.ts'
import { enqueue, enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { isForPlatform } from './attempt.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Minutes after the request at which FPX is first asked; PayNet names no interval, these leave it in peace. */
const first = [2, 5, 10, 20, 30, 60].map((minutes) => minutes * minute)

/** Days after which a person must look; an approver has his whole window. */
export const enquiryDays = 3
const personalWindow = enquiryDays * day

/** After this long, "not found" means that the payer never reached the bank. */
export const neverStartedAfter = day
/** After this long without a decision a personal payment's invoice may be paid again. */
export const lockMinutes = 60

interface Asked {
  /** Null of a gateway that has none: it is asked about as a person's payment. */
  model: Model | null
  state: string
  requested_at: Date
  expires_at: Date
}

/** When a person is needed. `approval_days` is the approver's window. */
export function windowEnd(model: Model | null, requested_at: Date, approval_days: number): Date {
  return new Date(requested_at.getTime() + (model !== 'B2B1' ? personalWindow : approval_days * day))
}

/**
 * Strictly after `now`; null when the window has ended. B2C: after 2, 5, 10, 20, 30 and 60 minutes, then hourly for a
 * day, then daily. B2B1 that waits for an approver: hourly for a day, then every four hours. `spread` (0 to 1) moves it
 * by up to a twentieth of its age, so that a crowd does not ask at once.
 */
export function nextEnquiry(attempt: Asked, now: Date, spread = Math.random()): Date | null {
  const { expires_at } = attempt
  // one that was dated by a clock ahead counts as requested now: it must not wait for that date
  const requested = Math.min(attempt.requested_at.getTime(), now.getTime())
  const age = now.getTime() - requested
  const due = dueAfter(attempt, age)
  const at = new Date(requested + due + Math.round((due / 20) * spread))
  if (at < expires_at) return at
  return now < expires_at ? expires_at : null
}

/** Milliseconds, as is the age. */
function dueAfter({ model, state }: Asked, age: number): number {
  const early = state === 'awaiting_approval' ? undefined : first.find((due) => due > age)
  if (early) return early
  const step = age < day ? hour : model !== 'B2B1' ? day : 4 * hour
  return (Math.floor(age / step) + 1) * step
}

/** Plans an enquiry as a job, and in the platform's table, where a lost job is found without a look into every organisation. */
export async function planEnquiry(
  trx: Transaction<DB>,
  { id, order_no, purpose }: { id: string; order_no: string; purpose: string },
  next: Date | null,
): Promise<void> {
  await trx
    .updateTable('platform.gateway_order')
    .set({ next_enquiry_at: next })
    .where('order_no', '=', order_no)
    .execute()
  if (next) await enqueueEnquiry(trx, { id, purpose }, next)
}

/** As a job alone, where the platform's table has it already. */
export function enqueueEnquiry(
  trx: Transaction<DB>,
  { id, purpose }: { id: string; purpose: string },
  next: Date,
): Promise<void> {
  const job = isForPlatform(purpose) ? 'platform_payment.enquire' : 'payment.enquire'
  return enqueue(trx, job, { attempt_id: id }, next)
}

/** Minutes after which an enquiry counts as lost. */
const lostAfter = 10

/** Later than any enquiry is planned: a day ahead, moved by a twentieth of the age of an attempt. */
const farthest = 36 * hour

/** Whether a planned enquiry is to be made at `at`: its time has come, or a clock that was ahead has put it off. */
export function isEnquiryDue(planned: Date, at: Date, slack: number): boolean {
  const ahead = planned.getTime() - at.getTime()
  return ahead <= slack || ahead > farthest
}

/**
 * Enqueues enquiries again whose job was lost, or which a clock that was ahead has put off, of all organisations and of the
 * platform; in the platform's schema. Each attempt
 * plans its next enquiry itself, so there should be none. Returns how many there were.
 */
export async function sweepEnquiries(trx: Transaction<DB>): Promise<number> {
  const later = sql<Date>`now() + ${lostAfter} * interval '1 minute'`
  const earlier = sql<Date>`now() - ${lostAfter} * interval '1 minute'`
  const lost = await trx
    .updateTable('platform.gateway_order')
    .set({ next_enquiry_at: later })
    .where((or) =>
      or.or([
        or('next_enquiry_at', '<', earlier),
        or('next_enquiry_at', '>', sql<Date>`now() + ${farthest / hour} * interval '1 hour'`),
      ]),
    )
    .returning(['entity_id', 'attempt_id'])
    .execute()
  const jobs = lost.flatMap(({ entity_id, attempt_id }) =>
    entity_id ? [{ entity_id, payload: { attempt_id } }] : [],
  )
  for (const { entity_id, attempt_id } of lost)
    if (!entity_id) await enqueue(trx, 'platform_payment.enquire', { attempt_id })
  await enqueueFor(trx, 'payment.enquire', jobs)
  return lost.length
}
