import { type RawBuilder, sql } from 'kysely'

/** A day, `YYYY-MM-DD`, or the SQL of one. */
export type Day = string | RawBuilder<unknown>

/** SQL: an enrolment of the query has a seat on a day, from its first to its last one; a paused one keeps it. */
export const hasSeatOn = (day: Day) => sql<boolean>`(enrolment.status <> 'waitlisted'
  and enrolment.starts_on <= ${day}::date and (enrolment.ends_on is null or enrolment.ends_on >= ${day}::date))`

/** SQL: an enrolment of the query pauses on a day. */
export const pausesOn = (day: Day) => sql<boolean>`exists (select from enrolment_pause as pause
  where pause.enrolment_id = enrolment.id and pause.paused_from <= ${day}::date
    and (pause.paused_to is null or pause.paused_to >= ${day}::date))`
