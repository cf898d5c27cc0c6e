import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { identityDetail, maskedIdentity, maskedOf } from '#app/domain/identity/accounts/identity.ts'
import { seesParents } from '#app/domain/people/parents/parent.ts'
import {
  studentLines,
  studentsMentioning,
  studentsTaking,
} from '#app/domain/people/students/find-students.ts'
import { isActiveOn, type Movement, moved, movements } from '#app/domain/people/students/movement.ts'
import { studentStatuses } from '#app/domain/people/students/student.ts'
import { defineReport } from '#app/domain/reporting/reports/report.ts'
import type { DB } from '#db/types.ts'
import { aDay, inBranch, inProgram, inSubject, linked } from './filters.ts'
import { inPrograms, type Standing, standings } from './in-program.ts'

const parents = ({ roles }: Reader) => seesParents(roles)
const identities = ({ roles }: Reader) => identityDetail(roles, 'student.view') !== null

/** A student as listed; keys that the reader may not see are not in the row. */
export interface StudentLine {
  id: string
  student_no: string
  name: string
  /** Masked as on the page of the student: the identity number, else that of the birth certificate. */
  identity: string | null
  age: number
  branch: string
  parent: string | null
  parent_phone: string | null
  /** Names of the classes of today, and of those that begin later. */
  subjects: string | null
  programs: string | null
  registered_on: string
  status: string
}

type Found = Selected<typeof found>

/** Students who are not removed, as they are today, with their primary contact and their classes. */
export const studentReportList = tenantList<StudentLine, Found>()({
  name: 'report/student/studentList',
  title: 'report_people.student_list.title',
  access: { view: 'report_student.view', print: 'report_student.print' },
  columns: [
    { key: 'name', label: 'student.name', room: 'who', sort: true },
    { key: 'student_no', label: 'student.student_no', kind: 'number', room: 'table', sort: true },
    { key: 'identity', label: 'report_people.identity', kind: 'number', room: 'wide', when: identities },
    { key: 'age', label: 'student.age', kind: 'count', room: 'widest', sort: true },
    { key: 'branch', label: 'student.branch_id', room: 'widest', sort: true },
    { key: 'programs', label: 'student.program', only: 'file', sort: true },
    { key: 'parent', label: 'student.parent', room: 'wide', when: parents },
    { key: 'parent_phone', label: 'student.parent_phone', kind: 'phone', room: 'table', when: parents },
    { key: 'subjects', label: 'student.classes', none: 'report_people.no_class', lines: true },
    { key: 'registered_on', label: 'student.registered_on', kind: 'date', room: 'widest', sort: true },
    { key: 'status', label: 'student.status', kind: 'status', room: 'much', sort: true },
  ],
  filters: {
    branch_id: inBranch(),
    program_id: inProgram(),
    subject_id: inSubject(),
    status: oneOf('student.status', studentStatuses, 'common.status'),
    // linked from the figures of other reports
    moved: linked(z.enum([...movements, 'active']), aDay, aDay),
    standing: linked(z.enum(standings), z.uuid(), aDay),
  },
  defaultSort: 'name',
  query(db, reader, { q, branch_id, program_id, subject_id, status, moved: movement, standing }) {
    let query = found(db, reader)
    if (branch_id) query = query.where('student.branch_id', '=', branch_id)
    if (status) query = query.where('student.status', '=', status)
    if (program_id || subject_id)
      query = query.where('student.id', 'in', studentsTaking(db, { program_id, subject_id }))
    if (movement) query = query.where(hasMoved(movement))
    if (standing) query = query.where(stands(standing))
    return q ? query.where('student.id', 'in', studentsMentioning(db, q, reader.roles)) : query
  },
  async fill(db, raws, reader) {
    const { rows } = await sql<{ id: string; subjects: string | null }>`
      select enrolment.student_id as id, string_agg(subject.name, ', ' order by subject.name) as subjects
      from enrolment join subject on subject.id = enrolment.subject_id
      where enrolment.student_id = any(${raws.map(({ id }) => id)}::uuid[]) and enrolment.status in ('active', 'paused')
      group by 1`.execute(db)
    const subjects = new Map(rows.map((row) => [row.id, row.subjects]))
    return raws.map((raw) => ({
      ...raw,
      subjects: subjects.get(raw.id) ?? null,
      identity: identities(reader) ? identityOf(reader, raw) : null,
    }))
  },
  row(raw, reader) {
    const { identity_type: _, identity_no_sealed: __, birth_cert_no: ___, ...row } = raw
    const { identity, parent, parent_phone, ...known } = row
    return {
      ...known,
      ...(identities(reader) && { identity }),
      ...(parents(reader) && { parent, parent_phone }),
    } as StudentLine
  },
})

function found(db: Kysely<DB>, { scope, today }: Reader) {
  return studentLines(db, scope, today)
    .select(['student.identity_type', 'student.identity_no_sealed', 'student.birth_cert_no'])
    .select([sql<string | null>`null::text`.as('identity'), sql<string | null>`null::text`.as('subjects')])
    .select(
      sql<string | null>`(select string_agg(distinct program.name, ', ' order by program.name)
        from enrolment join subject on subject.id = enrolment.subject_id join program on program.id = subject.program_id
        where enrolment.student_id = student.id and enrolment.status in ('active', 'paused'))`.as('programs'),
    )
}

function identityOf({ keys }: Reader, row: Found): string | null {
  const number = keys ? maskedOf(keys, 'student', row) : null
  return number ?? (row.birth_cert_no && maskedIdentity(null, row.birth_cert_no))
}

/** What a link says of the figure from which it leads: students who came or went between two days, or are there on the last. */
export function movedOf(given: string) {
  const [movement, from, to] = given.split('.') as [Movement | 'active', string, string]
  return { movement, from, to }
}

/** The same of a figure of a program on a day. */
export function standingOf(given: string) {
  const [standing, program_id, on] = given.split('.') as [Standing, string, string]
  return { standing, program_id, on }
}

function hasMoved(given: string) {
  const { movement, from, to } = movedOf(given)
  return movement === 'active' ? isActiveOn(to) : moved(movement, from, to)
}

function stands(given: string) {
  const { standing, program_id, on } = standingOf(given)
  return sql<boolean>`student.id in (
    select student_id from ${inPrograms(on, program_id)} as each where each.${sql.ref(standing)})`
}

/** The students who make up a figure of how many came, went, or are there. */
export const movedStudents = (
  movement: Movement | 'active',
  { from, to }: { from: string; to: string },
  branch_id: string | undefined,
) => ({ list: studentReportList.name, search: { branch_id, moved: `${movement}.${from}.${to}` } })

/** The students who make up a figure of a program. */
export const standingStudents = (
  standing: Standing,
  { program_id, on }: { program_id: string; on: string },
  branch_id: string | undefined,
) => ({ list: studentReportList.name, search: { branch_id, standing: `${standing}.${program_id}.${on}` } })

export const studentReport = defineReport({
  ...{ list: studentReportList, group: 'students', subtitle: 'report_people.student_list.subtitle' },
  groups: ['branch', 'programs', 'status'],
})
