import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { programOptions } from '#app/domain/catalogue/programs/programs.ts'
import { type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { linkOnly, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityDetail, maskedIdentity, maskedOf } from '#app/domain/identity/accounts/identity.ts'
import { matchesParent } from '#app/domain/people/parents/find-parents.ts'
import { parentDetail, seesParents } from '#app/domain/people/parents/parent.ts'
import type { DB } from '#db/types.ts'
import { isRestorable, reachedStudents, studentsIn } from './scope.ts'
import { seesContact, studentStatuses } from './student.ts'

const parents = ({ roles }: Reader) => seesParents(roles)

/** Of those who were registered, or who left for good, in a month: `2026-01`. */
const inMonth = linkOnly(z.string().regex(/^\d{4}-\d\d$/))

const monthOf = (column: 'registered_on' | 'status_on') =>
  sql<string>`to_char(${sql.ref(`student.${column}`)}, 'YYYY-MM')`

type Listed = Selected<typeof listed>
/** The row does not even contain what the reader may not see. */
type Shown = Omit<Listed, 'parent' | 'parent_phone'> & Partial<Pick<Listed, 'parent' | 'parent_phone'>>

export const studentList = tenantList<Required<Shown>, Listed>()({
  name: 'student',
  title: 'student.plural',
  access: { view: 'student.view', create: 'student.create', print: 'student.print' },
  columns: [
    { key: 'name', label: 'student.name', sort: true },
    { key: 'student_no', label: 'student.student_no', kind: 'number', sort: true },
    { key: 'age', label: 'student.age', kind: 'count', room: 'wide', sort: true },
    { key: 'born_on', label: 'student.born_on', kind: 'date', only: 'file' },
    { key: 'gender', label: 'student.gender', words: 'student.genders', only: 'file' },
    { key: 'branch', label: 'student.branch_id', room: 'wide', sort: true },
    { key: 'parent', label: 'student.parent', room: 'table', when: parents },
    { key: 'parent_phone', label: 'student.parent_phone', kind: 'phone', when: parents },
    { key: 'classes', label: 'student.classes', kind: 'count', room: 'table', sort: true },
    { key: 'registered_on', label: 'student.registered_on', kind: 'date', only: 'file' },
    { key: 'status', label: 'student.status', kind: 'status', sort: true },
  ],
  filters: {
    branch_id: oneEntry('student.branch_id', (db, { scope }: Reader) => branchChoices(db, scope)),
    program_id: oneEntry('student.program', (db, _reader, chosen) => programOptions(db, chosen)),
    subject_id: oneEntry('student.subject', subjectChoices),
    citizen: oneOf('student.nationality', ['malaysian', 'foreign'], 'student.citizens'),
    status: oneOf('student.status', studentStatuses, 'common.status'),
    joined: inMonth,
    left: inMonth,
  },
  tabs: byStatus,
  defaultSort: 'name',
  query(db, reader, { q, branch_id, program_id, subject_id, citizen, status, joined, left }) {
    let query = listed(db, reader.scope, reader.today)
    if (joined) query = query.where(monthOf('registered_on'), '=', joined)
    if (left)
      query = query
        .where('student.status', 'in', ['withdrawn', 'graduated'])
        .where(monthOf('status_on'), '=', left)
    if (branch_id) query = query.where('student.branch_id', '=', branch_id)
    if (status) query = query.where('student.status', '=', status)
    if (citizen) query = query.where('student.nationality', citizen === 'malaysian' ? '=' : '<>', 'MY')
    if (program_id || subject_id)
      query = query.where('student.id', 'in', studentsTaking(db, { program_id, subject_id }))
    return q ? query.where('student.id', 'in', studentsMentioning(db, q, reader.roles)) : query
  },
  row: (row, reader) => shownTo(reader, row) as Required<Shown>,
})

function shownTo(reader: Reader, { parent, parent_phone, ...row }: Listed): Shown {
  return parents(reader) ? { ...row, parent, parent_phone } : row
}

/** Ids of students who now have a seat, taken or booked, in a class of a program, or in a class. */
export function studentsTaking(
  db: Kysely<DB>,
  { program_id, subject_id }: { program_id?: string | undefined; subject_id?: string | undefined },
) {
  return db
    .selectFrom('enrolment')
    .innerJoin('subject', 'subject.id', 'enrolment.subject_id')
    .where('enrolment.status', 'in', ['active', 'paused'])
    .$if(program_id !== undefined, (some) => some.where('subject.program_id', '=', program_id!))
    .$if(subject_id !== undefined, (some) => some.where('subject.id', '=', subject_id!))
    .select('enrolment.student_id')
}

/** Ids of students found by name or number, or by a parent whom the reader may see. */
export function studentsMentioning(db: Kysely<DB>, typed: string, roles: readonly SessionRole[]) {
  const own = db
    .selectFrom('student')
    .where((eb) => contains(eb, typed, ['student.name', 'student.student_no']))
    .select('student.id')
  if (!seesParents(roles)) return own
  return own.union(
    db
      .selectFrom('student_parent')
      .where('student_parent.parent_id', 'in', (eb) =>
        eb
          .selectFrom('parent')
          .where((inner) => matchesParent(inner, typed, parentDetail(roles)))
          .select('parent.id'),
      )
      .select('student_parent.student_id as id'),
  )
}

const openClasses = sql<number>`(select count(*) from enrolment
  where enrolment.student_id = student.id and enrolment.status in ('active', 'paused'))`

/** Students in scope with their branch, the parent whom the office calls first, and their age on a day. */
export function studentLines(db: Kysely<DB>, scope: RowScope, today: string) {
  return studentsIn(db, scope)
    .innerJoin('branch', 'branch.id', 'student.branch_id')
    .leftJoin('student_parent', (join) =>
      join
        .onRef('student_parent.student_id', '=', 'student.id')
        .on('student_parent.is_primary', '=', sql<boolean>`true`),
    )
    .leftJoin('parent', 'parent.id', 'student_parent.parent_id')
    .select(['student.id', 'student.name', 'student.student_no', 'student.registered_on', 'student.status'])
    .select(['branch.name as branch', 'parent.name as parent', 'parent.phone as parent_phone'])
    .select(sql<number>`extract(year from age(${today}::date, student.born_on))::integer`.as('age'))
}

const listed = (db: Kysely<DB>, scope: RowScope, today: string) =>
  studentLines(db, scope, today)
    .select(['student.born_on', 'student.gender'])
    .select(openClasses.as('classes'))

/** Classes in the reader's scope, ended ones included, because their students are still searched for. */
export function subjectChoices(db: Kysely<DB>, { scope }: Reader) {
  const query = db.selectFrom('subject').where('subject.deleted_at', 'is', null)
  const reached =
    scope.scope === 'all'
      ? query
      : query.where('subject.id', 'in', (eb) =>
          eb
            .selectFrom('enrolment')
            .where('enrolment.student_id', 'in', studentsIn(db, scope).select('student.id'))
            .select('enrolment.subject_id'),
        )
  return reached.select(['subject.id', 'subject.name']).orderBy('subject.name').limit(500).execute()
}

/** Removed students who can be restored, the latest first. */
export const removedStudentList = tenantList<Selected<typeof removed>>()({
  name: 'student/removed',
  title: 'student.removed_plural',
  access: { view: 'student.remove' },
  columns: [
    { key: 'name', label: 'student.name', sort: true },
    { key: 'student_no', label: 'student.student_no', kind: 'number' },
    { key: 'branch', label: 'student.branch_id', room: 'table' },
    { key: 'deleted_at', label: 'student.deleted_at', kind: 'instant', sort: true },
  ],
  filters: {},
  defaultSort: '-deleted_at',
  query(db, { scope }, { q }) {
    const query = removed(db, scope)
    return q ? query.where((eb) => contains(eb, q, ['student.name', 'student.student_no'])) : query
  },
})

function removed(db: Kysely<DB>, scope: RowScope) {
  return reachedStudents(db, scope)
    .innerJoin('branch', 'branch.id', 'student.branch_id')
    .where(isRestorable('student'))
    .select(['student.id', 'student.name', 'student.student_no', 'branch.name as branch'])
    .select(['student.deleted_at', 'student.version'])
}

/**
 * One student with everything that any page may show, without full identity numbers and health; refuses with
 * not_found.student. `studentFor` reduces it to what a reader may see.
 */
export async function studentRow(db: Kysely<DB>, scope: RowScope, keys: Keys, id: string) {
  const row = await studentsIn(db, scope)
    .innerJoin('branch', 'branch.id', 'student.branch_id')
    .select(['student.id', 'student.name', 'student.student_no', 'student.born_on', 'student.gender'])
    .select(['student.identity_type', 'student.identity_no_sealed', 'student.birth_cert_no'])
    .select(['student.nationality', 'student.phone', 'student.email', 'student.highest_education'])
    .select(['student.previous_school', 'student.transport_type', 'student.daycare', 'student.tags'])
    .select(['student.number_of_siblings', 'student.position_in_family', 'student.registered_on'])
    .select(['student.graduated_on', 'student.status', 'student.status_on', 'student.branch_id'])
    .select(['branch.name as branch', 'student.version', 'student.updated_at', openClasses.as('classes')])
    .select(['student.photo_file', 'student.name_confirmed'])
    .where('student.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.student')
  const { identity_no_sealed: _, birth_cert_no, ...known } = row
  return {
    ...known,
    identity_masked: maskedOf(keys, 'student', row),
    birth_cert_masked: birth_cert_no && maskedIdentity(null, birth_cert_no),
  }
}
export type StudentRow = Awaited<ReturnType<typeof studentRow>>

/** What a reader may see of a student. */
export function studentFor(roles: readonly SessionRole[], row: StudentRow) {
  const { identity_type, identity_masked, birth_cert_masked, name_confirmed: _, ...known } = row
  const { phone, email, previous_school, number_of_siblings, position_in_family, tags, ...pupil } = known
  return {
    row: pupil,
    // Words of the office's own, which are not for families.
    tags: scopeOf(roles, 'student.edit') ? tags : null,
    contact: seesContact(roles)
      ? { phone, email, previous_school, number_of_siblings, position_in_family }
      : null,
    identity: identityDetail(roles, 'student.view')
      ? { identity_type, identity_masked, birth_cert_masked }
      : null,
  }
}
export type StudentFor = ReturnType<typeof studentFor>

/** The health details of a student; refuses with not_found.student. */
export async function healthOf(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await studentsIn(db, scope)
    .select(['student.id', 'student.name', 'student.version'])
    .select(['student.health_conditions', 'student.allergies'])
    .where('student.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.student')
  return row
}

/** The storage key of a photo. Refuses (not_found.picture) a student without one or out of scope. */
export async function photoOf(db: Kysely<DB>, scope: RowScope, id: string): Promise<string> {
  const row = await studentsIn(db, scope)
    .select('student.photo_file')
    .where('student.id', '=', id)
    .executeTakeFirst()
  if (!row?.photo_file) throw new Refusal('not_found.picture')
  return row.photo_file
}
