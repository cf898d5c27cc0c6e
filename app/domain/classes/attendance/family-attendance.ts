import { type Kysely, sql } from 'kysely'
import { enrolledOn } from '#app/domain/classes/sessions/roster.ts'
import type { SessionStatus } from '#app/domain/classes/sessions/words.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays, endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { columnIn } from '#app/domain/core/translated.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { foundMarks, marksIn } from './find-marks.ts'
import { type AttendanceCounts, attendanceCounts, counts, madeUp, noAttendance, outcome } from './percent.ts'

/** Days for which a family sees what is coming, today included. */
const comingDays = 7
/** The latest marks that are shown of each child. */
const lastMarks = 5

/** A session to come of one student. */
export interface ComingSession {
  id: string
  student_id: string
  held_on: string
  starts: string
  ends: string
  subject: string
  room: string | null
  trainer: string | null
  /** A cancelled one is shown, so that nobody comes in vain. */
  status: SessionStatus
  cancel_reason: string | null
}

/** How often these students came in the month and in the year of a day, by student. */
export async function attendanceOf(
  db: Kysely<DB>,
  scope: RowScope,
  student_ids: readonly string[],
  today: string,
): Promise<Map<string, { month: AttendanceCounts; year: AttendanceCounts }>> {
  const year = today.slice(0, 4)
  const [ofYear, ofMonth] = await Promise.all([
    countsOf(db, scope, student_ids, `${year}-01-01`, `${year}-12-31`),
    countsOf(db, scope, student_ids, startOfMonth(today), endOfMonth(today)),
  ])
  return new Map(
    student_ids.map((id) => [
      id,
      { month: ofMonth.get(id) ?? noAttendance, year: ofYear.get(id) ?? noAttendance },
    ]),
  )
}

async function countsOf(
  db: Kysely<DB>,
  scope: RowScope,
  student_ids: readonly string[],
  from: string,
  to: string,
): Promise<Map<string, AttendanceCounts>> {
  const rows = await db
    .selectFrom(
      countedMarks(db, scope)
        .where(sql<boolean>`attendance_mark.student_id = any(${student_ids}::uuid[])`)
        .where('class_session.held_on', '>=', from)
        .where('class_session.held_on', '<=', to)
        .as('counted'),
    )
    .groupBy('counted.student_id')
    .select(['counted.student_id', attendanceCounts.as('counts')])
    .execute()
  return new Map(rows.map(({ student_id, counts }) => [student_id, counts]))
}

/** Marks in scope that count, with what each counts as. */
export function countedMarks(db: Kysely<DB>, scope: RowScope) {
  return marksIn(db, scope)
    .leftJoin(madeUp.as('made_up'), (join) =>
      join
        .onRef('made_up.student_id', '=', 'attendance_mark.student_id')
        .onRef('made_up.makeup_for_id', '=', 'attendance_mark.session_id'),
    )
    .where(counts)
    .select(['attendance_mark.student_id', 'class_session.held_on', 'class_session.subject_id'])
    .select(outcome.as('outcome'))
}

/** How often each student of a class came to it, by student. */
export async function attendanceInClass(
  db: Kysely<DB>,
  scope: RowScope,
  subject_id: string,
  year: string,
): Promise<Map<string, AttendanceCounts>> {
  const rows = await db
    .selectFrom(
      countedMarks(db, scope)
        .where('class_session.subject_id', '=', subject_id)
        .where('class_session.held_on', '>=', `${year}-01-01`)
        .where('class_session.held_on', '<=', `${year}-12-31`)
        .as('counted'),
    )
    .groupBy('counted.student_id')
    .select(['counted.student_id', attendanceCounts.as('counts')])
    .execute()
  return new Map(rows.map(({ student_id, counts }) => [student_id, counts]))
}

/** Sessions of these students in the coming days, cancelled ones included, in their order. */
export function comingSessions(
  db: Kysely<DB>,
  student_ids: readonly string[],
  today: string,
  locale?: Locale,
): Promise<ComingSession[]> {
  return db
    .selectFrom('class_session')
    .innerJoin('enrolment', (join) => join.on(enrolledOn))
    .innerJoin('subject', 'subject.id', 'class_session.subject_id')
    .leftJoin('user_account as trainer', 'trainer.id', 'class_session.trainer_user_id')
    .where(sql<boolean>`enrolment.student_id = any(${student_ids}::uuid[])`)
    .where('class_session.held_on', '>=', today)
    .where('class_session.held_on', '<', addDays(today, comingDays))
    .where('class_session.status', '<>', 'confirmed')
    .select(['class_session.id', 'enrolment.student_id', 'class_session.held_on', 'class_session.starts'])
    .select(['class_session.ends', 'class_session.room', 'trainer.name as trainer'])
    .select(['class_session.cancel_reason', columnIn('subject.name', locale).as('subject')])
    .select(sql<SessionStatus>`class_session.status`.as('status'))
    .orderBy('class_session.held_on')
    .orderBy('class_session.starts')
    .orderBy('class_session.id')
    .execute()
}

/** The latest marks in scope of each of these students. */
export async function latestMarks(db: Kysely<DB>, scope: RowScope, student_ids: readonly string[]) {
  const each = await Promise.all(
    student_ids.map((id) =>
      foundMarks(db, scope)
        .where('attendance_mark.student_id', '=', id)
        .orderBy('class_session.held_on', 'desc')
        .orderBy('class_session.starts', 'desc')
        .orderBy('class_session.id')
        .limit(lastMarks)
        .execute(),
    ),
  )
  return new Map(student_ids.map((id, index) => [id, each[index]!]))
}

/** All marks of a student in a year within scope, the latest first. */
export function marksOfYear(db: Kysely<DB>, scope: RowScope, student_id: string, year: string) {
  return foundMarks(db, scope)
    .where('attendance_mark.student_id', '=', student_id)
    .where('class_session.held_on', '>=', `${year}-01-01`)
    .where('class_session.held_on', '<=', `${year}-12-31`)
    .orderBy('class_session.held_on', 'desc')
    .orderBy('class_session.starts', 'desc')
    .orderBy('class_session.id')
    .execute()
}

/** The years in which a student has marks within scope, the latest first. */
export async function yearsWithMarks(db: Kysely<DB>, scope: RowScope, student_id: string) {
  const rows = await marksIn(db, scope)
    .where('attendance_mark.student_id', '=', student_id)
    .select(sql<string>`to_char(class_session.held_on, 'YYYY')`.as('year'))
    .distinct()
    .orderBy('year', 'desc')
    .execute()
  return rows.map(({ year }) => year)
}
