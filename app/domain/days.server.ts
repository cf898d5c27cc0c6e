import { sql } from 'kysely'

/** The instant at which a day begins in Malaysia, `days` later. */
export const dayBegins = (on: string, days = 0) =>
  sql<Date>`(${on}::date + ${days}::int)::timestamp at time zone 'Asia/Kuala_Lumpur'`
