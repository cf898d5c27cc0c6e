import { sql } from 'kysely'

/**
 * Who has a seat in the class of a query: whoever sits in it today, or on its first day where that is still to come.
 * One that pauses keeps the seat.
 */
export const seatsOn = (today: string) => {
  const day = sql`greatest(subject.starts_on, ${today}::date)`
  return sql<number>`(select count(*) from enrolment where enrolment.subject_id = subject.id
    and enrolment.status in ('active', 'paused') and enrolment.starts_on <= ${day}
    and (enrolment.ends_on is null or enrolment.ends_on >= ${day}))`
}

/** Who waits for a seat in the class of a query. */
export const waiting = sql<number>`(select count(*) from enrolment
  where enrolment.subject_id = subject.id and enrolment.status = 'waitlisted')`
