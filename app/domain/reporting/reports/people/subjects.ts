import { type RawBuilder, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { hasSeatOn, pausesOn } from '#app/domain/people/enrolments/seat-on.ts'
import { defineReport } from '#app/domain/reporting/reports/report.ts'
import { inBranch, inProgram, inSubject, readsPrices } from './filters.ts'

/** A class on a day; prices in sen, and not in the row of who may not see them. */
export interface SubjectLine {
  id: string
  /** By branch, and by name within it. */
  place: string
  on: string
  branch: string
  subject: string
  code: string
  program: string
  active: number
  paused: number
  /** Null without a limit. */
  capacity: number | null
  /** Never below zero; null without a limit. */
  free: number | null
  monthly_sen: number | null
  other_sen: number | null
}

interface Asked {
  branch_id: string | undefined
  program_id: string | undefined
  subject_id?: string | undefined
}

/** SQL: classes of the query that a scope and filters reach. */
function reachedClasses({ scope, branch_ids }: RowScope, { branch_id, program_id, subject_id }: Asked) {
  return sql`subject.deleted_at is null
    ${scope === 'all' ? sql`` : sql`and subject.branch_id = any(${scope === 'branch' ? [...branch_ids] : []}::uuid[])`}
    ${branch_id ? sql`and subject.branch_id = ${branch_id}` : sql``}
    ${program_id ? sql`and subject.program_id = ${program_id}` : sql``}
    ${subject_id ? sql`and subject.id = ${subject_id}` : sql``}`
}

/** SQL: a class of the query is held on a day: in use, between its first and its last day, and not closed before. */
const runsOn = (
  on: string,
) => sql`subject.status <> 'inactive' and coalesce(subject.starts_on <= ${on}::date, true)
  and coalesce(subject.ends_on >= ${on}::date, true)
  and (subject.status <> 'closed' or subject.closed_on >= ${on}::date)`

/** SQL: what a student pays on a day in a class of the query at standard prices: each fee of these frequencies once, in sen. */
const feesOf = (on: string, frequency: RawBuilder<unknown>) => sql`(
  select sum(fee.amount_sen * fee.quantity)::bigint from subject_fee as fee
  where fee.subject_id = subject.id and fee.deleted_at is null and fee.status = 'active' and fee.frequency ${frequency}
    and fee.starts_on <= ${on}::date and (fee.ends_on is null or fee.ends_on >= ${on}::date))`

/**
 * Each class that runs on a day, or in which somebody has a seat: active and paused seats of that day, places as they are now,
 * and its standard prices of that day. Students of other branches who sit in a class count in it.
 */
export const branchSubjectList = tenantList<SubjectLine>()({
  name: 'report/branch/subjects',
  title: 'report_people.subjects.title',
  access: { view: 'report_branch_subject.view', print: 'report_branch_subject.print' },
  columns: [
    { key: 'subject', label: 'student.subject', room: 'who', sort: true },
    { key: 'branch', label: 'subject.branch_id', room: 'table', sort: true },
    { key: 'code', label: 'subject.code', kind: 'number', only: 'file', sort: true },
    { key: 'program', label: 'subject.program_id', room: 'widest', sort: true },
    { key: 'active', label: 'report_people.active', kind: 'count', total: true, sort: true },
    { key: 'paused', label: 'report_people.paused', kind: 'count', room: 'wide', total: true, sort: true },
    { key: 'capacity', label: 'subject.capacity', kind: 'count', room: 'table', sort: true },
    { key: 'free', label: 'report_people.free', kind: 'count', sort: true },
    {
      ...{ key: 'monthly_sen', label: 'report_people.monthly_fee', kind: 'money', room: 'much', sort: true },
      when: readsPrices,
    },
    {
      ...{ key: 'other_sen', label: 'report_people.other_fees', kind: 'money', room: 'wide', sort: true },
      when: readsPrices,
    },
  ],
  filters: { on: onDay('report_people.on'), branch_id: inBranch(), program_id: inProgram() },
  defaultSort: 'place',
  query(db, reader, { q, on = reader.today, branch_id, program_id }) {
    const prices = readsPrices(reader)
      ? sql`${feesOf(on, sql`= 'monthly'`)} as monthly_sen, ${feesOf(on, sql`<> 'monthly'`)} as other_sen`
      : sql`null::bigint as monthly_sen, null::bigint as other_sen`
    const rows = sql<SubjectLine>`(
      select subject.id, lower(branch.name) || '.' || lower(subject.name) as place, ${on}::date as on, branch.name as branch, subject.name as subject, subject.code,
        program.name as program, seats.active, seats.paused, subject.capacity,
        case when subject.capacity is not null
          then greatest(subject.capacity - seats.active - seats.paused, 0) end as free, ${prices}
      from subject join branch on branch.id = subject.branch_id join program on program.id = subject.program_id
        cross join lateral (
          select count(*) filter (where not pauses)::int as active, count(*) filter (where pauses)::int as paused
          from (${seatsOn(on)} and enrolment.subject_id = subject.id) as seat) as seats
      where ${reachedClasses(reader.scope, { branch_id, program_id })}
        and (${runsOn(on)} or seats.active + seats.paused > 0))`
    const query = db.selectFrom(rows.as('line')).selectAll()
    return q ? query.where((eb) => contains(eb, q, ['line.subject', 'line.code', 'line.program'])) : query
  },
  row(row, reader) {
    if (readsPrices(reader)) return row
    const { monthly_sen: _, other_sen: __, ...known } = row
    return known as SubjectLine
  },
})

/** SQL, the beginning of a query: the seats of a day, of students who are not removed. */
const seatsOn = (on: string) => sql`
  select enrolment.id, enrolment.student_id, enrolment.subject_id, enrolment.starts_on, enrolment.ends_on,
    student.name as student, student.student_no, ${pausesOn(on)} as pauses
  from enrolment join student on student.id = enrolment.student_id and student.deleted_at is null
  where ${hasSeatOn(on)}`

const states = ['active', 'paused'] as const

/** A student's seat in a class on a day. */
export interface SeatLine {
  id: string
  /** By branch and class, and by name within it. */
  place: string
  student_id: string
  branch: string
  subject: string
  program: string
  student: string
  student_no: string
  starts_on: string
  ends_on: string | null
  state: (typeof states)[number]
}

/** Who has a seat in which class on a day: the rows behind the figures of {@link branchSubjectList}. */
export const enrolmentReportList = tenantList<SeatLine>()({
  name: 'report/branch/enrolments',
  title: 'report_people.enrolments.title',
  access: { view: 'report_branch_subject.view', print: 'report_branch_subject.print' },
  columns: [
    { key: 'student', label: 'report_people.student', room: 'who', sort: true },
    { key: 'student_no', label: 'student.student_no', kind: 'number', room: 'wide', sort: true },
    { key: 'subject', label: 'student.subject', sort: true },
    { key: 'program', label: 'subject.program_id', room: 'widest', sort: true },
    { key: 'branch', label: 'subject.branch_id', room: 'wide', sort: true },
    { key: 'starts_on', label: 'enrolment.starts_on', kind: 'date', room: 'table', sort: true },
    { key: 'ends_on', label: 'enrolment.ends_on', kind: 'date', room: 'table', sort: true },
    { key: 'state', label: 'student.status', kind: 'status', room: 'much', sort: true },
  ],
  filters: {
    on: onDay('report_people.on'),
    branch_id: inBranch(),
    program_id: inProgram(),
    subject_id: inSubject(),
    state: oneOf('student.status', states, 'common.status'),
  },
  defaultSort: 'place',
  query(db, { scope, today }, { q, on = today, branch_id, program_id, subject_id, state }) {
    const rows = sql<SeatLine>`(
      select seat.id, lower(branch.name) || '.' || lower(subject.name) || '.' || lower(seat.student) as place, seat.student_id, branch.name as branch, subject.name as subject, program.name as program, seat.student,
        seat.student_no, seat.starts_on, seat.ends_on, case when seat.pauses then 'paused' else 'active' end as state
      from (${seatsOn(on)}) as seat join subject on subject.id = seat.subject_id
        join branch on branch.id = subject.branch_id join program on program.id = subject.program_id
      where ${reachedClasses(scope, { branch_id, program_id, subject_id })})`
    let query = db.selectFrom(rows.as('line')).selectAll()
    if (state) query = query.where('line.state', '=', state)
    return q
      ? query.where((eb) => contains(eb, q, ['line.student', 'line.student_no', 'line.subject']))
      : query
  },
})

const seatsOf = (state: (typeof states)[number]) => (row: SubjectLine) => ({
  list: enrolmentReportList.name,
  search: { on: row.on, subject_id: row.id, state },
})

export const branchSubjectReport = defineReport({
  ...{ list: branchSubjectList, group: 'branches', subtitle: 'report_people.subjects.subtitle' },
  period: 'day',
  groups: ['branch', 'program'],
  sources: { active: seatsOf('active'), paused: seatsOf('paused') },
})

export const enrolmentReport = defineReport({
  ...{ list: enrolmentReportList, group: 'branches', subtitle: 'report_people.enrolments.subtitle' },
  period: 'day',
  groups: ['branch', 'program', 'subject', 'state'],
})
