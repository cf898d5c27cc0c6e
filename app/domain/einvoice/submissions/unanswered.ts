import type { Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import { minute, planNext } from './schedule.ts'
import { changeSubmission, type Submission } from './submission.ts'

/** Pauses before the same bytes go out again; then they are looked for. */
const pauses = [20_000, minute, 2 * minute, 3 * minute]

/** No answer that says anything: the request stays open, whatever became of it. */
export async function askAgain(
  trx: Transaction<DB>,
  sent: Submission,
  now: Date,
  detail: string,
): Promise<void> {
  const next_at = new Date(now.getTime() + (pauses[sent.sends - 1] ?? pauses.at(-1)!))
  const fault = JSON.stringify({ ...(sent.fault as object | null), detail })
  if (await changeSubmission(trx, sent, { fault })) await planNext(trx, sent.id, next_at, now)
}

/** A search shows what the portal has taken in only after a moment. */
const afterArrivalMs = 10_000

/** The portal has had these bytes before: what became of them is looked for, and they never leave again. */
export async function findIt(trx: Transaction<DB>, sent: Submission, now: Date): Promise<void> {
  const fault = JSON.stringify({ arrived: true })
  if (await changeSubmission(trx, sent, { fault }))
    await planNext(trx, sent.id, new Date(now.getTime() + afterArrivalMs), now)
}

export const hasArrived = ({ fault }: Pick<Submission, 'fault'>): boolean =>
  (fault as { arrived?: boolean } | null)?.arrived === true
