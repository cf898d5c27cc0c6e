import { getNextMillis } from 'bullmq'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { PlatformJobName } from '#app/outbox/catalogue.ts'
import type { DB } from '#db/types.ts'
import { type JobQueue, jobOptions } from './queue.ts'
import { clockSlack } from './stored-times.ts'

/** `every` in milliseconds; `pattern` is a cron line in Malaysian time. */
type Rhythm = { every: number } | { pattern: string }

export type Schedules = Partial<Record<string, Rhythm>>

/** One job of each line exists at a time, however many workers there are. */
export const schedules: Partial<Record<PlatformJobName, Rhythm>> = {
  'payment.sweep': { every: 60_000 },
  'audit.sweep': { every: 30_000 },
  'help.turn': { every: 60_000 },
  'day.turn_all': { pattern: '0 1 0 * * *' },
  // Each hour, so that a night that was missed is made up for as soon as somebody is there.
  'generation.turn_all': { pattern: '0 30 * * * *' },
  // Twice an hour, so that what could not leave at night leaves as soon as it may.
  'reminder.turn_all': { pattern: '0 5,35 * * * *' },
  // After what the banks settled has been written into both books.
  'equation.check_all': { pattern: '0 40 0 * * *' },
  'arrangement.settle_all': { pattern: '0 20 0 * * *' },
  'discount.notice_all': { pattern: '0 15 8 * * *' },
  // Each hour: what is not right yet is tried again, and the others come round once a day.
  'domain.watch': { pattern: '0 50 * * * *' },
  // Each hour, so that a night that was missed is made up for.
  'payout.prepare': { pattern: '0 50 * * * *' },
  'zakat.watch': { pattern: '0 10 8 * * *' },
  'application.upkeep_all': { pattern: '0 45 8 * * *' },
  'transfer_slip.upkeep_all': { pattern: '0 35 3 * * *' },
  'audit.anchor_all': { pattern: '0 0 6 * * *' },
  'exception.remind_all': { pattern: '0 30 8 * * *' },
  'fpx.watch': { pattern: '0 0 8 * * *' },
  'registration_draft.clean_all': { pattern: '0 25 3 * * *' },
  'subscription.turn': { pattern: '0 2 0 * * *' },
  'registration.expire': { pattern: '0 5 3 * * *' },
  'idempotency.clean': { pattern: '0 10 3 * * *' },
  'outbox.clean': { pattern: '0 15 3 * * *' },
  'import.clean_all': { pattern: '0 25 3 * * *' },
  'message.bodies': { pattern: '0 35 3 * * *' },
  'files.clean': { pattern: '0 20 3 * * *' },
}

type Schedulers = Pick<JobQueue, 'upsertJobScheduler' | 'getJobSchedulers' | 'removeJobScheduler'>

const repeatOf = (rhythm: Rhythm) => ('every' in rhythm ? rhythm : { ...rhythm, tz: 'Asia/Kuala_Lumpur' })

/**
 * The latest instant at which the next run may be planned: after its interval, or at the second instant of its pattern from
 * `now` on. The first one may have been run already by a worker whose clock is a little ahead; planned anew, that one would
 * run it again and again until all clocks have passed it.
 */
function latestNext(rhythm: Rhythm, now: number): number {
  if ('every' in rhythm) return now + rhythm.every
  return getNextMillis(getNextMillis(now, repeatOf(rhythm))!, repeatOf(rhythm))!
}

/** Milliseconds from one run to the next. */
function intervalOf(rhythm: Rhythm): number {
  if ('every' in rhythm) return rhythm.every
  const next = getNextMillis(Date.now(), repeatOf(rhythm))!
  return getNextMillis(next, repeatOf(rhythm))! - next
}

/**
 * Names whose next run the queue has further ahead than they can be: it was stored while a clock was ahead, and until
 * that date nothing would run.
 */
const putOff = (planned: { key: string; next?: number | undefined }[], wanted: Schedules, now: number) =>
  planned.flatMap(({ key, next }) => {
    const rhythm = wanted[key]
    return rhythm && next && next > latestNext(rhythm, now) + clockSlack ? [key] : []
  })

/** Whether the queue has lost a schedule, or has the next run of one too far ahead (`now` in milliseconds). */
export async function needsSchedules(
  queue: Pick<JobQueue, 'getJobSchedulers'>,
  wanted: Schedules,
  now: number,
): Promise<boolean> {
  const planned = await queue.getJobSchedulers()
  const known = planned.map(({ key }) => key)
  return Object.keys(wanted).some((name) => !known.includes(name)) || putOff(planned, wanted, now).length > 0
}

/**
 * Adds, changes and removes, and sets anew what is planned too far ahead, which BullMQ would leave as it is. Returns the
 * names of the latter. Safe to repeat.
 */
export async function keepSchedules(
  queue: Schedulers,
  wanted: Schedules = schedules,
  now = Date.now(),
): Promise<string[]> {
  const planned = await queue.getJobSchedulers()
  const late = putOff(planned, wanted, now)
  for (const { key } of planned) {
    if (!wanted[key] || late.includes(key)) await queue.removeJobScheduler(key)
  }
  for (const [name, rhythm] of Object.entries(wanted) as [PlatformJobName, Rhythm][]) {
    const data = { entity_id: null, payload: {} }
    await queue.upsertJobScheduler(name, repeatOf(rhythm), { name, data, opts: jobOptions(name) })
  }
  return late
}

const now = sql<Date>`now()`

/** Notes which schedules there are; a new one counts as run now. In the platform's schema. */
export async function storeSchedules(trx: Transaction<DB>, wanted: Schedules): Promise<void> {
  const names = Object.keys(wanted)
  await trx
    .deleteFrom('platform.schedule')
    .$if(names.length > 0, (rows) => rows.where('name', 'not in', names))
    .execute()
  if (names.length === 0) return
  const rows = (Object.entries(wanted) as [string, Rhythm][]).map(([name, rhythm]) => ({
    name,
    every_seconds: Math.ceil(intervalOf(rhythm) / 1_000),
  }))
  await trx
    .insertInto('platform.schedule')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref }) => ({ every_seconds: ref('excluded.every_seconds') })),
    )
    .execute()
}

/** A run of this schedule begins. In the platform's schema. */
export async function scheduleRuns(db: Kysely<DB>, name: string): Promise<void> {
  await db.updateTable('platform.schedule').set({ ran_at: now }).where('name', '=', name).execute()
}
