import { type Kysely, sql } from 'kysely'
import { type LeaveOn, leaveOn } from '#app/domain/classes/leave/find-leave.ts'
import { rosterOf } from '#app/domain/classes/sessions/roster.ts'
import { sessionsIn } from '#app/domain/classes/sessions/session-scope.ts'
import type { Mark, SessionKind, SessionStatus } from '#app/domain/classes/sessions/words.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import { unmadeAbsences } from './absences.ts'
import { type KeptReason, proposedMark } from './mark.ts'

/** A mark that somebody made, as the page tells of it. */
export interface EntryLine {
  id: string
  mark: Mark
  late_minutes: number | null
  by: string
  at: Date
  /** Why it can never count; null where it may. */
  reason: KeptReason | null
  counts: boolean
}

export interface MarkLine {
  student_id: string
  name: string
  student_no: string
  /** Not on the roster: tries the class, or left it and was marked before. */
  beyond: 'trial' | 'left' | null
  /** What counts; null where nobody marked the student. */
  mark: Mark | null
  /** What the page shows in its place. */
  proposed: Mark | null
  late_minutes: number | null
  remark: string | null
  makeup_for_id: string | null
  leave: LeaveOn | null
  absences: { session_id: string; held_on: string }[]
  /** The last mark of each person, where several people marked the student, and what came too late; the latest first. */
  entries: EntryLine[]
}

/** The head of a session for whoever marks it; no amounts. Refuses not_found.attendance. */
export async function markedSession(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await sessionsIn(db, scope)
    .innerJoin('subject', 'subject.id', 'class_session.subject_id')
    .leftJoin('user_account as trainer', 'trainer.id', 'class_session.trainer_user_id')
    .leftJoin('user_account as confirmer', 'confirmer.id', 'class_session.confirmed_by')
    .select(['class_session.id', 'class_session.subject_id', 'class_session.held_on', 'class_session.room'])
    .select(['class_session.topic', 'class_session.note', 'class_session.version', 'class_session.minutes'])
    .select(['class_session.register_code', 'class_session.confirmed_at', 'class_session.cancel_reason'])
    .select(['class_session.reopened_at', 'class_session.reopen_reason'])
    .select(sql<SessionStatus>`class_session.status`.as('status'))
    .select(sql<SessionKind>`class_session.kind`.as('kind'))
    .select(sql<string>`to_char(class_session.starts, 'HH24:MI')`.as('starts'))
    .select(sql<string>`to_char(class_session.ends, 'HH24:MI')`.as('ends'))
    .select(['subject.name as subject', 'subject.code as subject_code', 'trainer.name as trainer'])
    .select('confirmer.name as confirmed_by')
    .where('class_session.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.attendance')
  return row
}
export type MarkedSession = Awaited<ReturnType<typeof markedSession>>

/** Everybody whom the page of a session shows, by name; those beyond the roster after the others. */
export async function markLines(
  db: Kysely<DB>,
  session: { id: string; subject_id: string; held_on: string },
): Promise<MarkLine[]> {
  const [roster, marked, entries, leave, { open_with }] = await Promise.all([
    rosterOf(db, session.id),
    marksOf(db, session.id),
    entriesOf(db, session.id),
    leaveOn(db, session.id),
    settings(db, 'attendance'),
  ])
  const marks = new Map(marked.map((row) => [row.student_id, row]))
  const enrolled = new Set(roster.map(({ student_id }) => student_id))
  const beyond = marked.filter(({ student_id }) => !enrolled.has(student_id))
  const people = [
    ...roster.map((one) => ({ ...one, beyond: null })),
    ...beyond.map((one) => ({ ...one, beyond: one.is_trial ? ('trial' as const) : ('left' as const) })),
  ]
  const absences = await unmadeAbsences(
    db,
    session,
    people.map(({ student_id }) => student_id),
  )
  return people.map(({ student_id, name, student_no, beyond }) => {
    const mark = marks.get(student_id)
    const asked = leave.find((one) => one.student_id === student_id)
    return {
      ...{ student_id, name, student_no, beyond },
      mark: mark?.mark ?? null,
      proposed: mark ? null : proposedMark(open_with, Boolean(asked)),
      late_minutes: mark?.late_minutes ?? null,
      remark: mark?.remark ?? null,
      makeup_for_id: mark?.makeup_for_id ?? null,
      leave: asked ?? null,
      absences: absences
        .filter((one) => one.student_id === student_id)
        .map(({ session_id, held_on }) => ({ session_id, held_on })),
      entries: told(
        entries.filter((one) => one.student_id === student_id),
        mark?.entry_id,
      ),
    }
  })
}

function marksOf(db: Kysely<DB>, session_id: string) {
  return db
    .selectFrom('attendance_mark')
    .innerJoin('student', 'student.id', 'attendance_mark.student_id')
    .select(['attendance_mark.student_id', 'student.name', 'student.student_no'])
    .select(['attendance_mark.late_minutes', 'attendance_mark.remark', 'attendance_mark.makeup_for_id'])
    .select(['attendance_mark.is_trial', 'attendance_mark.entry_id'])
    .select(sql<Mark>`attendance_mark.mark`.as('mark'))
    .where('attendance_mark.session_id', '=', session_id)
    .orderBy('student.name')
    .orderBy('student.id')
    .execute()
}

function entriesOf(db: Kysely<DB>, session_id: string) {
  return db
    .selectFrom('attendance_entry')
    .innerJoin('user_account', 'user_account.id', 'attendance_entry.marked_by')
    .select(['attendance_entry.id', 'attendance_entry.student_id', 'attendance_entry.marked_by'])
    .select(['attendance_entry.late_minutes', 'attendance_entry.marked_at'])
    .select(sql<Mark>`attendance_entry.mark`.as('mark'))
    .select(sql<KeptReason | null>`attendance_entry.reason`.as('reason'))
    .select('user_account.name as by')
    .where('attendance_entry.session_id', '=', session_id)
    .orderBy('attendance_entry.marked_at', 'desc')
    .orderBy('attendance_entry.id', 'desc')
    .execute()
}

/** The last mark of each person; only where they differ, or where one came too late. */
function told(entries: Awaited<ReturnType<typeof entriesOf>>, counting: string | undefined): EntryLine[] {
  const last = entries.filter(
    (one, index) => entries.findIndex(({ marked_by }) => marked_by === one.marked_by) === index,
  )
  const differ = last.some(
    ({ mark, late_minutes }) => mark !== last[0]!.mark || late_minutes !== last[0]!.late_minutes,
  )
  if (!differ && !last.some(({ reason }) => reason)) return []
  return last.map(({ id, mark, late_minutes, by, marked_at: at, reason }) => ({
    ...{ id, mark, late_minutes, by, at, reason, counts: id === counting },
  }))
}

/** A page of a session as it is opened, with the instant by which it is told what changed since. */
export async function markingPage(db: Kysely<DB>, scope: RowScope, id: string) {
  const session = await markedSession(db, scope, id)
  const [lines, at] = await Promise.all([markLines(db, session), databaseTime(db)])
  return { session, lines, shown_at: at.getTime() }
}

/** Students found for a trial. */
const mostFound = 10

/** Active students within reach by name or number, without those whom the page shows already. */
export function trialStudents(
  db: Kysely<DB>,
  scope: RowScope,
  q: string,
  shown: readonly string[],
): Promise<{ id: string; name: string; student_no: string }[]> {
  return studentsIn(db, scope)
    .select(['student.id', 'student.name', 'student.student_no'])
    .where('student.status', '=', 'active')
    .where(sql<boolean>`not student.id = any(${shown}::uuid[])`)
    .where((eb) => contains(eb, q, ['student.name', 'student.student_no']))
    .orderBy('student.name')
    .orderBy('student.id')
    .limit(mostFound)
    .execute()
}

/** One student within reach who is added to the page as trying the class; none where they are on it already. */
export async function trialStudent(db: Kysely<DB>, scope: RowScope, id: string) {
  return studentsIn(db, scope)
    .select(['student.id as student_id', 'student.name', 'student.student_no'])
    .where('student.status', '=', 'active')
    .where('student.id', '=', id)
    .executeTakeFirst()
}
