import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { todayIn } from './dates.ts'

/** The clock that all processes share; use it for whatever is compared with a stored instant. */
export async function databaseTime(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  return rows[0]!.now
}

/** Today in Malaysia, `YYYY-MM-DD`, by the clock that all processes share; for jobs, which nobody sees at work. */
export const databaseDay = async (db: Kysely<DB>): Promise<string> => todayIn(await databaseTime(db))

/** The clock of this process, for what is shown or compared within the process. */
export const currentTime = (): Date => new Date()

/**
 * Milliseconds since this process began, which no change of the machine's clock moves; for what lasts a while within the
 * process. By the clock itself it would last until a date that a clock ahead has named.
 */
export const elapsedMs = (): number => performance.now()

/** Today in Malaysia, `YYYY-MM-DD`, by the clock of this process. */
export const currentDay = (): string => todayIn(currentTime())

/**
 * Today in Malaysia within a query. `current_date` is the day of the connection, which is UTC: between midnight and 8 am it is
 * yesterday.
 */
export const todayInSql = sql<string>`(now() at time zone 'Asia/Kuala_Lumpur')::date`

/** The instant at which a day begins in Malaysia, `days` later. */
export const dayBegins = (on: string, days = 0) =>
  sql<Date>`(${on}::date + ${days}::int)::timestamp at time zone 'Asia/Kuala_Lumpur'`
