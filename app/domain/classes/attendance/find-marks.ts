import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { sessionsIn } from '#app/domain/classes/sessions/session-scope.ts'
import { type Mark, marks } from '#app/domain/classes/sessions/words.ts'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { linkOnly, onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import { subjectChoices, trainerChoices } from './choices.ts'
import { isMakeUp, madeUp } from './percent.ts'

/** What a mark is besides: a missed session that was made up, the session at which one was, or a trial. */
export const standings = ['made_up', 'makeup', 'trial'] as const
export type Standing = (typeof standings)[number]

/** Rows that a list of marks pages through; files and prints of a longer span have more. */
const mostMarks = 10_000

const isStaff = ({ scope }: Reader) => scope.scope !== 'own'

/**
 * Marks of confirmed sessions that a scope reaches, as a query to go on with: those of its sessions, and of a parent those of the
 * own children. Marks of other sessions do not count yet, and are seen by whoever marks.
 */
export function marksIn(db: Kysely<DB>, scope: RowScope) {
  const isOwn = scope.scope === 'own'
  return sessionsIn(db, isOwn ? everywhere : scope)
    .innerJoin('attendance_mark', 'attendance_mark.session_id', 'class_session.id')
    .where('class_session.status', '=', 'confirmed')
    .$if(isOwn, (query) =>
      query.where('attendance_mark.student_id', 'in', studentsIn(db, scope).select('student.id')),
    )
}

/** Marks in scope with what every page and report says of them. */
export function foundMarks(db: Kysely<DB>, scope: RowScope) {
  return marksIn(db, scope)
    .innerJoin('student', 'student.id', 'attendance_mark.student_id')
    .innerJoin('subject', 'subject.id', 'class_session.subject_id')
    .innerJoin('branch', 'branch.id', 'class_session.branch_id')
    .innerJoin('user_account as marker', 'marker.id', 'attendance_mark.marked_by')
    .where('student.deleted_at', 'is', null)
    .select([
      sql<string>`attendance_mark.session_id::text || ':' || attendance_mark.student_id::text`.as('id'),
      ...(['attendance_mark.session_id', 'attendance_mark.student_id', 'class_session.held_on'] as const),
      ...(['class_session.starts', 'class_session.ends', 'class_session.minutes'] as const),
      ...(['class_session.subject_id', 'subject.name as subject', 'branch.name as branch'] as const),
      ...(['student.name as student', 'student.student_no', 'attendance_mark.late_minutes'] as const),
      ...(['attendance_mark.remark', 'marker.name as marked_by'] as const),
      sql<Mark>`attendance_mark.mark`.as('mark'),
      standing.as('standing'),
    ])
}
export type MarkRow = Selected<typeof foundMarks>

const standing = sql<Standing | null>`case
  when attendance_mark.is_trial then 'trial'
  when ${isMakeUp} then 'makeup'
  when attendance_mark.mark in ('absent', 'excused') and exists (select from ${madeUp} made_up
    where made_up.student_id = attendance_mark.student_id and made_up.makeup_for_id = attendance_mark.session_id)
  then 'made_up' end`

/** Who may see which filters is the same in the list and in the report of details. */
export const markFilters = {
  from: onDay<Reader>('attendance.from', { until: 'to' }),
  to: onDay<Reader>('attendance.to'),
  subject_id: oneEntry('attendance.subject', (db, { scope }: Reader, chosen) =>
    subjectChoices(db, scope, chosen),
  ),
  branch_id: oneEntry('attendance.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
  student_id: linkOnly(z.uuid()),
} as const

type MarkSearch = Partial<
  Record<'from' | 'to' | 'subject_id' | 'branch_id' | 'student_id', string | undefined>
> & { q: string }

/** Found marks narrowed by what both lists of them are searched for. */
export function searchedMarks(
  db: Kysely<DB>,
  scope: RowScope,
  { q, from, to, subject_id, branch_id, student_id }: MarkSearch,
) {
  let query = foundMarks(db, scope)
  if (from) query = query.where('class_session.held_on', '>=', from)
  if (to) query = query.where('class_session.held_on', '<=', to)
  if (subject_id) query = query.where('class_session.subject_id', '=', subject_id)
  if (branch_id) query = query.where('class_session.branch_id', '=', branch_id)
  if (student_id) query = query.where('attendance_mark.student_id', '=', student_id)
  return q
    ? query.where('attendance_mark.student_id', 'in', (eb) =>
        eb
          .selectFrom('student')
          .where((inner) => contains(inner, q, ['student.name', 'student.student_no']))
          .select('student.id'),
      )
    : query
}

/** Every mark of confirmed sessions in scope, the latest first; files and prints are narrowed by dates. */
export const attendanceList = tenantList<MarkRow>()({
  name: 'attendance',
  title: 'attendance.plural',
  access: { view: 'attendance.view', print: 'attendance.print' },
  columns: [
    { key: 'student', label: 'attendance.student', room: 'who' },
    { key: 'student_no', label: 'student.student_no', kind: 'number', only: 'file' },
    { key: 'held_on', label: 'attendance.held_on', kind: 'date', sort: true },
    { key: 'starts', label: 'attendance.starts', room: 'wide', kind: 'clock' },
    { key: 'subject', label: 'attendance.subject' },
    { key: 'branch', label: 'attendance.branch', only: 'file' },
    { key: 'mark', label: 'attendance.mark', kind: 'status', words: 'attendance.marks' },
    { key: 'standing', label: 'attendance.standing', words: 'attendance.standings', room: 'table' },
    { key: 'late_minutes', label: 'attendance.late_minutes', kind: 'count', room: 'table' },
    { key: 'remark', label: 'attendance.remark', room: 'wide' },
    { key: 'marked_by', label: 'attendance.marked_by', room: 'widest', when: isStaff },
  ],
  filters: {
    ...markFilters,
    trainer_id: oneEntry('attendance.trainer', (db, { scope }: Reader) => trainerChoices(db, scope), {
      when: isStaff,
    }),
    mark: oneOf('attendance.mark', marks, 'attendance.marks'),
    standing: oneOf('attendance.standing', standings, 'attendance.standings'),
  },
  defaultSort: '-held_on',
  maxRows: mostMarks,
  query(db, { scope }, { trainer_id, mark, standing: asked, ...search }) {
    let query = searchedMarks(db, scope, search)
    if (trainer_id) query = query.where('class_session.trainer_user_id', '=', trainer_id)
    if (mark) query = query.where('attendance_mark.mark', '=', mark)
    if (asked) query = query.where(standing, '=', asked)
    return query
  },
  row: shownTo,
})

/** A family reads what was marked and remarked, and not by whom. */
export function shownTo(row: MarkRow, reader: Reader): MarkRow {
  return isStaff(reader) ? row : { ...row, marked_by: '' }
}
