import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Sessions that somebody missed can be made up for so long. */
const mostDaysBack = 120

/** A session that a student missed and has not made up for. */
export interface Absence {
  student_id: string
  session_id: string
  held_on: string
  mark: string
}

/**
 * Confirmed sessions of the same class that students missed within the 120 days before this one and have not made up for, and
 * those that they make up for in this one; the earliest first.
 */
export function unmadeAbsences(
  db: Kysely<DB>,
  session: { id: string; subject_id: string; held_on: string },
  student_ids: readonly string[],
): Promise<Absence[]> {
  return db
    .selectFrom('attendance_mark')
    .innerJoin('class_session', 'class_session.id', 'attendance_mark.session_id')
    .select(['attendance_mark.student_id', 'attendance_mark.session_id', 'class_session.held_on'])
    .select('attendance_mark.mark')
    .where('class_session.subject_id', '=', session.subject_id)
    .where('class_session.status', '=', 'confirmed')
    .where('class_session.id', '<>', session.id)
    .where(
      sql<boolean>`class_session.held_on between ${session.held_on}::date - ${sql.lit(mostDaysBack)} and ${session.held_on}::date`,
    )
    .where('attendance_mark.mark', 'in', ['absent', 'excused'])
    .where(sql<boolean>`attendance_mark.student_id = any(${student_ids}::uuid[])`)
    .where(
      sql<boolean>`not exists (select from attendance_mark instead where instead.student_id = attendance_mark.student_id
        and instead.makeup_for_id = attendance_mark.session_id and instead.session_id <> ${session.id}
        and instead.mark in ('present','late'))`,
    )
    .orderBy('class_session.held_on')
    .orderBy('class_session.starts')
    .execute()
}
