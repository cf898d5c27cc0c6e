import { getNextMillis } from 'bullmq'
import { type Kysely, sql, type Transaction } from 'kysely'
import { databaseTime } from '#app/domain/core/clock.ts'
import type { PlatformJobName } from '#app/outbox/catalogue.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { JobQueue } from './queue.ts'

// The clock of the database decides what is due, never that of a worker: BullMQ's own schedules go by the clock of the
// worker that runs one, so a worker whose clock is ahead would run a sweep again and again, or put it off for years.

/** `every` in milliseconds; `pattern` is a cron line in Malaysian time. */
type Rhythm = { every: number } | { pattern: string }

export type Schedules = Partial<Record<string, Rhythm>>

/** Of each line one job waits at a time, however many workers there are. */
export const schedules: Partial<Record<PlatformJobName, Rhythm>> = {
  'payment.sweep': { every: 60_000 },
  'audit.sweep': { every: 30_000 },
  'einvoice.turn_all': { every: 60_000 },
  'message.wake_all': { pattern: '0 */5 * * * *' },
  'help.turn': { every: 60_000 },
  'day.turn_all': { pattern: '0 1 0 * * *' },
  // After classes that are over were closed; the days ahead leave room for nights that were missed.
  'class_session.plan_all': { pattern: '0 10 0 * * *' },
  // Each hour, so that a night that was missed is made up for as soon as somebody is there.
  'generation.turn_all': { pattern: '0 30 * * * *' },
  // Twice an hour, so that what could not leave at night leaves as soon as it may.
  'reminder.turn_all': { pattern: '0 5,35 * * * *' },
  // Each hour, so that a morning that was missed is made up for.
  'saved_report.turn_all': { pattern: '0 10 * * * *' },
  // Each hour: what was issued, and what was paid by credit or missed.
  'einvoice.queue_due_all': { pattern: '0 20 * * * *' },
  // After what the banks settled has been written into both books.
  'equation.check_all': { pattern: '0 40 0 * * *' },
  'arrangement.settle_all': { pattern: '0 20 0 * * *' },
  'discount.notice_all': { pattern: '0 15 8 * * *' },
  'marking.remind_all': { pattern: '0 25 8 * * *' },
  // Each hour: what is not right yet is tried again, and the others come round once a day.
  'domain.watch': { pattern: '0 50 * * * *' },
  // Each hour, so that a night that was missed is made up for.
  'payout.prepare': { pattern: '0 50 * * * *' },
  'einvoice_setting.watch_all': { pattern: '0 20 8 * * *' },
  'zakat.watch': { pattern: '0 10 8 * * *' },
  'application.upkeep_all': { pattern: '0 45 8 * * *' },
  'transfer_slip.upkeep_all': { pattern: '0 35 3 * * *' },
  'leave_request.upkeep_all': { pattern: '0 40 3 * * *' },
  'archive.clean_all': { pattern: '0 45 3 * * *' },
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

/** A scheduled job comes again by itself, so a failure of it is not stored. */
export const isScheduled = (name: string): boolean => name in schedules

const second = 1_000

/** Milliseconds from one run to the next, of a pattern from `now` on. */
function intervalOf(rhythm: Rhythm, now: number): number {
  if ('every' in rhythm) return rhythm.every
  const next = nextInstant(rhythm.pattern, now)
  return nextInstant(rhythm.pattern, next) - next
}

const nextInstant = (pattern: string, after: number): number =>
  getNextMillis(after, { pattern, tz: 'Asia/Kuala_Lumpur' })!

/**
 * The instant up to which a schedule is planned once its due run is; undefined when none is due. Runs that were missed are
 * made up for by one. All in milliseconds by the same clock.
 */
export function dueAt(rhythm: Rhythm, planned: number, now: number): number | undefined {
  if ('pattern' in rhythm) return nextInstant(rhythm.pattern, planned) <= now ? now : undefined
  const passed = now - planned
  // by whole intervals, so that a look every few seconds makes none of them longer
  return passed >= rhythm.every ? now - (passed % rhythm.every) : undefined
}

/**
 * Notes which schedules there are. A new one counts as run now; one by an interval is due at once, one by a pattern at its
 * next instant. In the platform's schema.
 */
export async function storeSchedules(trx: Transaction<DB>, wanted: Schedules): Promise<void> {
  const names = Object.keys(wanted)
  await trx
    .deleteFrom('platform.schedule')
    .$if(names.length > 0, (rows) => rows.where('name', 'not in', names))
    .execute()
  if (names.length === 0) return
  const now = (await databaseTime(trx)).getTime()
  const rows = (Object.entries(wanted) as [string, Rhythm][]).map(([name, rhythm]) => ({
    name,
    every_seconds: Math.ceil(intervalOf(rhythm, now) / second),
    planned_at: new Date('every' in rhythm ? now - rhythm.every : now),
  }))
  await trx
    .insertInto('platform.schedule')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref }) => ({ every_seconds: ref('excluded.every_seconds') })),
    )
    .execute()
}

/**
 * Puts the job of each due schedule into the outbox; returns their names. Once for each due run, however many workers look:
 * the row of a schedule is locked, and moves on in the transaction that writes the job. While the outbox still has the job
 * of the run before, the next one waits. In the platform's schema.
 */
export async function enqueueDue(trx: Transaction<DB>, wanted: Schedules): Promise<string[]> {
  const now = await databaseTime(trx)
  const rows = await trx
    .selectFrom('platform.schedule')
    .select(['name', 'planned_at'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('platform.outbox')
            .select('platform.outbox.id')
            .whereRef('platform.outbox.name', '=', 'platform.schedule.name'),
        ),
      ),
    )
    .orderBy('name')
    .forUpdate()
    .skipLocked()
    .execute()
  const due: string[] = []
  for (const { name, planned_at } of rows) {
    const rhythm = wanted[name]
    const planned = rhythm && dueAt(rhythm, planned_at.getTime(), now.getTime())
    if (planned === undefined) continue
    await enqueue(trx, name as PlatformJobName, {})
    await trx
      .updateTable('platform.schedule')
      .set({ planned_at: new Date(planned) })
      .where('name', '=', name)
      .execute()
    due.push(name)
  }
  return due
}

/** Removes the schedules that an earlier version has set in the queue itself. Safe to repeat. */
export async function removeQueueSchedules(
  queue: Pick<JobQueue, 'getJobSchedulers' | 'removeJobScheduler'>,
): Promise<void> {
  for (const { key } of await queue.getJobSchedulers()) await queue.removeJobScheduler(key)
}

/** A run of this schedule begins. In the platform's schema. */
export async function scheduleRuns(db: Kysely<DB>, name: string): Promise<void> {
  await db
    .updateTable('platform.schedule')
    .set({ ran_at: sql<Date>`now()` })
    .where('name', '=', name)
    .execute()
}
