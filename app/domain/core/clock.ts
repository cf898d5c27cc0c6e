import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { todayIn } from './dates.ts'

/** The one clock that all processes share: measure by it whatever is compared with an instant that was stored. */
export async function databaseTime(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  return rows[0]!.now
}

/** The instant by the clock of this process, for what is shown, or compared with this process's own. */
export const currentTime = (): Date => new Date()

/** By the clock of this process, `YYYY-MM-DD`: what people call today. */
export const currentDay = (): string => todayIn(currentTime())

/** The instant at which a day begins in Malaysia, `days` later. */
export const dayBegins = (on: string, days = 0) =>
  sql<Date>`(${on}::date + ${days}::int)::timestamp at time zone 'Asia/Kuala_Lumpur'`
