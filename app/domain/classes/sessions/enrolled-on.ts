import { sql } from 'kysely'

/**
 * Whether an `enrolment` takes part in a `class_session`, as a condition of a query that has both: a seat in its class that
 * has begun and not ended on that day, is not paused then, and is no place on the waiting list.
 */
export const enrolledOn = sql<boolean>`(enrolment.subject_id = class_session.subject_id
  and enrolment.status <> 'waitlisted' and enrolment.starts_on <= class_session.held_on
  and (enrolment.ends_on is null or enrolment.ends_on >= class_session.held_on)
  and not exists (select from enrolment_pause where enrolment_pause.enrolment_id = enrolment.id
    and class_session.held_on between enrolment_pause.paused_from and coalesce(enrolment_pause.paused_to, 'infinity')))`
