import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Seats reserved for undecided applications; those on a waiting list reserve none. */
const reserved = sql`application_subject
  join application_student on application_student.id = application_subject.application_student_id
  where application_student.status = 'pending' and not application_subject.is_waiting
    and application_subject.subject_id`

/**
 * Seats taken in the class of a query, today or on its first day if that is later: enrolments and reserved seats. A paused
 * enrolment keeps its seat.
 */
export const seatsOn = (today: string) => {
  const day = sql`greatest(subject.starts_on, ${today}::date)`
  return sql<number>`((select count(*) from enrolment where enrolment.subject_id = subject.id
    and enrolment.status in ('active', 'paused') and enrolment.starts_on <= ${day}
    and (enrolment.ends_on is null or enrolment.ends_on >= ${day}))
    + (select count(*) from ${reserved} = subject.id
      and (application_subject.starts_on is null or application_subject.starts_on <= ${day})))`
}

/** Who waits for a seat in the class of a query. */
export const waiting = sql<number>`(select count(*) from enrolment
  where enrolment.subject_id = subject.id and enrolment.status = 'waitlisted')`

/**
 * The most seats taken on any day from `from` on, later enrolments included: a new seat without an end must still fit then.
 * Lock the class before enrolling by this.
 */
export async function mostSeatedFrom(db: Kysely<DB>, subject_id: string, from: string): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    with seat as (
      select starts_on, ends_on from enrolment
      where subject_id = ${subject_id} and status in ('active', 'paused')
      union all select coalesce(application_subject.starts_on, ${from}), null from ${reserved} = ${subject_id}
    ), day as (select ${from}::date as on_day union select starts_on from seat where starts_on > ${from}::date)
    select coalesce(max(taken), 0) as most from (
      select (select count(*) from seat where starts_on <= on_day and (ends_on is null or ends_on >= on_day)) as taken
      from day) as each`.execute(db)
  return rows[0]!.most
}
