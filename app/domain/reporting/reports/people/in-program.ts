import { type RawBuilder, sql } from 'kysely'
import { startOfMonth } from '#app/domain/core/dates.ts'
import { hasSeatOn, pausesOn } from '#app/domain/people/enrolments/seat-on.ts'

/** What a student is in a program on a day. */
export const standings = ['active', 'paused', 'joined', 'left'] as const
export type Standing = (typeof standings)[number]

/**
 * SQL, a subquery: who is, or was at the end of the month before, in which program, as `student_id, program_id, active, paused,
 * joined, left`; each pair once, however many classes of the program somebody takes.
 *
 * - In a program on a day: with a seat in one of its classes, which lasts from its first to its last day.
 * - Active: at least one of these seats does not pause on that day; else paused.
 * - Joined: in the program on the day, but not at the end of the month before. Left: the other way round. So
 *   `active + paused = active + paused at the end of the month before + joined - left`, and who came and went within the month is
 *   in neither.
 */
export function inPrograms(on: string, program_id?: string): RawBuilder<unknown> {
  const before = sql`(${startOfMonth(on)}::date - 1)`
  return sql`(
    select student_id, program_id, bool_or(here and not pauses) as active, bool_or(here) and not bool_or(here and not pauses) as paused,
      bool_or(here) and not bool_or(was_here) as joined, bool_or(was_here) and not bool_or(here) as "left"
    from (
      select enrolment.student_id, subject.program_id, ${hasSeatOn(on)} as here, ${hasSeatOn(before)} as was_here,
        ${pausesOn(on)} as pauses
      from enrolment join subject on subject.id = enrolment.subject_id
      where (${hasSeatOn(on)} or ${hasSeatOn(before)}) ${program_id ? sql`and subject.program_id = ${program_id}` : sql``}
    ) as seat
    group by student_id, program_id)`
}
