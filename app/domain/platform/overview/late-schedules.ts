import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Intervals without a run after which a schedule counts as late. */
const patience = 3

/** Seconds after which a worker that was not seen counts as gone. */
const unseenSeconds = 60

interface LateSchedule {
  name: string
  /** Since its last run, or since the first worker that lives now has started: while none lives nothing can run. */
  seconds: number
}

/**
 * Schedules that have not run for three of their intervals although a worker lives, the longest first. In the platform's
 * schema, by the clock of the database.
 */
export async function lateSchedules(db: Kysely<DB>): Promise<LateSchedule[]> {
  const { rows } = await sql<LateSchedule>`
    select schedule.name, floor(extract(epoch from now() - greatest(ran_at, alive.since)))::int as seconds
    from platform.schedule,
      (select min(started_at) as since from platform.worker
        where seen_at > now() - ${unseenSeconds} * interval '1 second') as alive
    where alive.since is not null
      and now() - greatest(ran_at, alive.since) > ${patience} * every_seconds * interval '1 second'
    order by seconds desc, schedule.name`.execute(db)
  return rows
}
