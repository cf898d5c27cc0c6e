import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { enrolledOn } from './enrolled-on.ts'

export { enrolledOn }

/** A student who takes part in a session. */
export interface Participant {
  student_id: string
  name: string
  student_no: string
  /** Of their picture; null for none. */
  photo_file: string | null
}

/**
 * Who takes part in a session, by name: students enrolled in its class on that day. The reader's right to the session is
 * checked before (`sessionsIn`); a parent never gets this list.
 */
export function rosterOf(db: Kysely<DB>, session_id: string): Promise<Participant[]> {
  return db
    .selectFrom('student')
    .select(['student.id as student_id', 'student.name', 'student.student_no', 'student.photo_file'])
    .where('student.deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('enrolment')
          .innerJoin('class_session', (join) => join.onTrue())
          .select('enrolment.id')
          .where('class_session.id', '=', session_id)
          .whereRef('enrolment.student_id', '=', 'student.id')
          .where(enrolledOn),
      ),
    )
    .orderBy('student.name')
    .orderBy('student.id')
    .execute()
}

/** How many take part in the session of a query. */
export const rosterCount = sql<number>`(select count(distinct enrolment.student_id) from enrolment
  join student on student.id = enrolment.student_id and student.deleted_at is null where ${enrolledOn})`
