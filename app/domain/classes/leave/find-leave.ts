import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { subjectChoices } from '#app/domain/classes/attendance/choices.ts'
import { enrolledOn } from '#app/domain/classes/sessions/enrolled-on.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { linkOnly, onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import { type LeaveState, leaveStates } from './leave.ts'

/**
 * Leave that families asked for on the day of a session, for whoever marks it; of any student, also of one who is not on its roster.
 * At most one for each: requests that overlap are refused.
 */
export function leaveOn(db: Kysely<DB>, session_id: string) {
  return db
    .selectFrom('leave_request')
    .innerJoin('class_session', (join) =>
      join.on(sql<boolean>`class_session.held_on between leave_request.starts_on and leave_request.ends_on`),
    )
    .select(['leave_request.student_id', 'leave_request.id', 'leave_request.reason'])
    .select(['leave_request.starts_on', 'leave_request.ends_on'])
    .select(sql<boolean>`leave_request.file_id is not null`.as('has_paper'))
    .where('class_session.id', '=', session_id)
    .where('leave_request.withdrawn_at', 'is', null)
    .execute()
}
export type LeaveOn = Awaited<ReturnType<typeof leaveOn>>[number]

/**
 * Requests about students in scope: of class roles those who sit in their classes now, and those who are away from a session
 * that the person gives, also in place of somebody.
 */
export function leaveIn(db: Kysely<DB>, scope: RowScope) {
  const isInScope = sql<boolean>`leave_request.student_id in (${studentsIn(db, scope).select('student.id')})`
  const isFromOwnSession = sql<boolean>`exists (select from class_session
    join enrolment on enrolment.student_id = leave_request.student_id and ${enrolledOn}
    where class_session.trainer_user_id = ${scope.user_id}
      and class_session.held_on between leave_request.starts_on and leave_request.ends_on)`
  return db
    .selectFrom('leave_request')
    .where(scope.scope === 'class' ? sql<boolean>`(${isInScope} or ${isFromOwnSession})` : isInScope)
}

const stateOn = (today: string) => sql<LeaveState>`case
  when leave_request.withdrawn_at is not null then 'withdrawn'
  when leave_request.ends_on < ${today}::date then 'over'
  when leave_request.starts_on > ${today}::date then 'coming' else 'current' end`

function found(db: Kysely<DB>, scope: RowScope, today: string) {
  return leaveIn(db, scope)
    .innerJoin('student', 'student.id', 'leave_request.student_id')
    .innerJoin('branch', 'branch.id', 'student.branch_id')
    .innerJoin('user_account as requester', 'requester.id', 'leave_request.requested_by')
    .select(['leave_request.id', 'leave_request.student_id', 'leave_request.version'])
    .select(['student.name as student', 'student.student_no', 'branch.name as branch'])
    .select(['leave_request.starts_on', 'leave_request.ends_on', 'leave_request.reason'])
    .select(['leave_request.requested_at', 'requester.name as requester', 'leave_request.withdrawn_at'])
    .select(sql<'yes' | 'no'>`case when leave_request.file_id is null then 'no' else 'yes' end`.as('paper'))
    .select(stateOn(today).as('state'))
}

/** Leave that families asked for, or the office for them, the latest first. */
export const leaveList = tenantList<Selected<typeof found>>()({
  name: 'leave',
  title: 'leave_request.plural',
  access: { view: 'attendance.view', print: 'attendance.print' },
  columns: [
    { key: 'student', label: 'leave_request.student', room: 'who', sort: true },
    { key: 'student_no', label: 'student.student_no', kind: 'number', only: 'file' },
    { key: 'starts_on', label: 'leave_request.starts_on', kind: 'date', sort: true },
    { key: 'ends_on', label: 'leave_request.ends_on', kind: 'date', room: 'until', sort: true },
    { key: 'reason', label: 'leave_request.reason', room: 'table' },
    { key: 'paper', label: 'leave_request.paper', words: 'common', room: 'wide' },
    { key: 'branch', label: 'student.branch_id', only: 'file' },
    { key: 'requester', label: 'leave_request.requester', room: 'wide' },
    { key: 'requested_at', label: 'leave_request.requested_at', kind: 'instant', room: 'widest', sort: true },
    { key: 'state', label: 'leave_request.state', kind: 'status', words: 'leave_request.states' },
  ],
  filters: {
    from: onDay('attendance.from', { until: 'to' }),
    to: onDay('attendance.to'),
    branch_id: oneEntry('student.branch_id', (db, { scope }: Reader) => branchChoices(db, scope)),
    subject_id: oneEntry('attendance.subject', (db, { scope }: Reader, chosen) =>
      subjectChoices(db, scope, chosen),
    ),
    paper: oneOf('leave_request.paper', ['yes', 'no'], 'common'),
    state: oneOf('leave_request.state', leaveStates, 'leave_request.states'),
    student_id: linkOnly(z.uuid()),
  },
  tabs: { filter: 'state', column: 'state' },
  defaultSort: '-starts_on',
  query(db, { scope, today }, { q, from, to, branch_id, subject_id, paper, state, student_id }) {
    let query = found(db, scope, today)
    if (from) query = query.where('leave_request.ends_on', '>=', from)
    if (to) query = query.where('leave_request.starts_on', '<=', to)
    if (branch_id) query = query.where('student.branch_id', '=', branch_id)
    if (student_id) query = query.where('student.id', '=', student_id)
    if (paper) query = query.where('leave_request.file_id', paper === 'yes' ? 'is not' : 'is', null)
    if (state) query = query.where(stateOn(today), '=', state)
    if (subject_id)
      query = query.where('student.id', 'in', (eb) =>
        eb
          .selectFrom('enrolment')
          .where('enrolment.subject_id', '=', subject_id)
          .where('enrolment.status', '<>', 'ended')
          .select('enrolment.student_id'),
      )
    return q ? query.where((eb) => contains(eb, q, ['student.name', 'student.student_no'])) : query
  },
})

/** One of them; refuses not_found.leave_request. */
export async function leaveRow(db: Kysely<DB>, scope: RowScope, id: string, today = currentDay()) {
  const row = await found(db, scope, today)
    .leftJoin('user_account as withdrawer', 'withdrawer.id', 'leave_request.withdrawn_by')
    .leftJoin('stored_file', 'stored_file.id', 'leave_request.file_id')
    .select(['withdrawer.name as withdrawer', 'stored_file.content_type', 'stored_file.name as file_name'])
    .where('leave_request.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.leave_request')
  return row
}

/** Its paper, with the key of the stored file; refuses not_found.document. */
export async function leaveFile(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await leaveIn(db, scope)
    .innerJoin('stored_file', 'stored_file.id', 'leave_request.file_id')
    .select([
      'stored_file.storage_key',
      'stored_file.name',
      'stored_file.content_type',
      'stored_file.size_bytes',
    ])
    .where('leave_request.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.document')
  return row
}

/** Leave of these students that is not over, the next first. */
export function openLeaveOf(db: Kysely<DB>, student_ids: readonly string[], today: string) {
  return db
    .selectFrom('leave_request')
    .select(['id', 'student_id', 'starts_on', 'ends_on', 'reason'])
    .where(sql<boolean>`student_id = any(${student_ids}::uuid[])`)
    .where('withdrawn_at', 'is', null)
    .where('ends_on', '>=', today)
    .orderBy('starts_on')
    .execute()
}
