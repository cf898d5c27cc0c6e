import { sql } from 'kysely'
import { type Day, hasSeatOn } from '#app/domain/people/enrolments/seat-on.ts'

/** How a student comes and goes. */
export const movements = ['joined', 'left', 'graduated'] as const
export type Movement = (typeof movements)[number]

/**
 * SQL: a student of the query joined, left or graduated between two days, both included: by the day of registration, of
 * withdrawal, and of graduation. One who is inactive did not leave. The row holds only the last change of its status: who
 * came back has not left.
 */
export function moved(movement: Movement, from: Day, to: Day) {
  switch (movement) {
    case 'joined':
      return sql<boolean>`student.registered_on between ${from}::date and ${to}::date`
    case 'left':
      return sql<boolean>`(student.status = 'withdrawn' and student.status_on between ${from}::date and ${to}::date)`
    case 'graduated':
      return sql<boolean>`(student.status = 'graduated'
        and coalesce(student.graduated_on, student.status_on) between ${from}::date and ${to}::date)`
  }
}

/**
 * SQL: a student of the query is active at the end of a day: registered by then, and neither inactive nor gone. A pause of a
 * class changes nothing about that. Of an active student with a day since when they are so nothing is known of the time before
 * but their classes: there they count on the days on which they had a seat.
 */
export const isActiveOn = (
  day: Day,
) => sql<boolean>`(student.registered_on <= ${day}::date and case student.status
  when 'active' then student.status_on is null or student.status_on <= ${day}::date or exists (
    select from enrolment where enrolment.student_id = student.id and ${hasSeatOn(day)})
  when 'graduated' then coalesce(student.graduated_on, student.status_on) > ${day}::date
  else student.status_on > ${day}::date end is true)`
