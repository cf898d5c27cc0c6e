import { sql, type Transaction } from 'kysely'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** After acceptance the portal is asked at these ages: mostly it decides within seconds, at peaks within half an hour. */
const firstLooks = [2 * second, 5 * second, 15 * second, minute, 5 * minute, 15 * minute, 30 * minute]

/** Strictly after `now`: after the first half hour hourly for a day, then daily, for as long as it takes. */
export function nextPoll(acceptedAt: Date, now: Date): Date {
  // An acceptance that was dated by a clock ahead counts as now.
  const accepted = Math.min(acceptedAt.getTime(), now.getTime())
  const age = now.getTime() - accepted
  const early = firstLooks.find((look) => look > age)
  const step = age < day ? hour : day
  return new Date(accepted + (early ?? (Math.floor(age / step) + 1) * step))
}

/** The portal is asked for rejection requests so often. */
export const watchEveryMs = hour

/** A step that is nearer gets a job of its own; the others are found by the organisation's turn. */
const nearMs = 10 * minute

/** Plans what comes next of a submission; null: nothing. */
export async function planNext(
  trx: Transaction<DB>,
  id: string,
  next_at: Date | null,
  now: Date,
): Promise<void> {
  await trx.updateTable('einvoice_submission').set({ next_at }).where('id', '=', id).execute()
  if (next_at) await announce(trx, id, next_at, now)
}

/** The same for a row that has its time already. */
export async function announce(trx: Transaction<DB>, id: string, next_at: Date, now: Date): Promise<void> {
  await planTurn(trx, next_at)
  if (next_at.getTime() - now.getTime() <= nearMs)
    await enqueue(trx, 'einvoice.follow', { submission_id: id }, next_at)
}

/** The organisation has something to do at this time, if not before. */
export async function planTurn(trx: Transaction<DB>, next_at: Date): Promise<void> {
  await trx
    .insertInto('platform.einvoice_turn')
    .values({ next_at })
    .onConflict((conflict) =>
      conflict.column('entity_id').doUpdateSet({
        next_at: sql<Date>`least(einvoice_turn.next_at, excluded.next_at)`,
      }),
    )
    .execute()
}
