import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keys, open, seal } from '#app/domain/core/secrets.ts'
import { maskedIdentity, writtenIdentity } from '#app/domain/identity/accounts/identity.ts'
import { type StudentRow, studentRow } from '#app/domain/people/students/find-students.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import {
  type Changes,
  type Compared,
  compare,
  type StudentChangeStatus,
  studentChangeStatuses,
  type Values,
} from './student-change.ts'

/** Change requests of families about students in scope, the latest first. */
export const studentChangeList = tenantList<Selected<typeof found>>()({
  name: 'student-change',
  title: 'student_change.plural',
  access: { view: 'student_change.view', print: 'student_change.print' },
  columns: [
    { key: 'student', label: 'student_change.student', room: 'who', sort: true },
    { key: 'student_no', label: 'student.student_no', kind: 'number', room: 'wide' },
    { key: 'branch', label: 'student.branch_id', room: 'widest', sort: true },
    { key: 'requester', label: 'student_change.requester', room: 'table' },
    { key: 'requested_at', label: 'student_change.requested_at', kind: 'instant', sort: true },
    { key: 'status', label: 'student_change.status', kind: 'status' },
  ],
  filters: { status: oneOf('student_change.status', studentChangeStatuses, 'common.status') },
  tabs: byStatus,
  defaultSort: '-requested_at',
  query(db, { scope }, { q, status }) {
    let query = found(db, scope)
    if (status) query = query.where('student_change.status', '=', status)
    return q
      ? query.where((eb) => contains(eb, q, ['student.name', 'student.student_no', 'parent.name']))
      : query
  },
})

/** Requests about students in scope, who were not removed. */
export function studentChangesIn(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('student_change')
    .where('student_change.student_id', 'in', studentsIn(db, scope).select('student.id'))
}

function found(db: Kysely<DB>, scope: RowScope) {
  return studentChangesIn(db, scope)
    .innerJoin('student', 'student.id', 'student_change.student_id')
    .innerJoin('branch', 'branch.id', 'student.branch_id')
    .innerJoin('parent', 'parent.id', 'student_change.parent_id')
    .select(['student_change.id', 'student_change.student_id', 'student_change.version'])
    .select(['student.name as student', 'student.student_no', 'branch.name as branch'])
    .select(['parent.name as requester', 'student_change.requested_at'])
    .select(sql<StudentChangeStatus>`student_change.status`.as('status'))
}

/** One of them with who decided; refuses with not_found.student_change. */
export async function studentChange(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await found(db, scope)
    .leftJoin('user_account as decider', 'decider.id', 'student_change.decided_by')
    .select(['student_change.requested_by', 'student_change.reason', 'student_change.changes_sealed'])
    .select(['student_change.decided_at', 'student_change.decision_reason', 'student_change.parent_id'])
    .select('decider.name as decider')
    .where('student_change.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.student_change')
  return row
}
export type StudentChange = Awaited<ReturnType<typeof studentChange>>

/** The open request about a student, if there is one. */
export async function openChange(db: Kysely<DB>, scope: RowScope, student_id: string) {
  const row = await studentChangesIn(db, scope)
    .select('student_change.id')
    .where('student_change.student_id', '=', student_id)
    .where('student_change.status', '=', 'requested')
    .executeTakeFirst()
  return row?.id ?? null
}

const cell = ({ place }: Keys, row: string) => ({
  ...{ place, table: 'student_change', column: 'changes_sealed', row },
})

export const sealChanges = (keys: Keys, id: string, changes: Changes): string =>
  seal(keys.ring, cell(keys, id), JSON.stringify(changes))

/** The requested changes, with full numbers. */
export const openChanges = (keys: Keys, row: { id: string; changes_sealed: string }): Changes =>
  JSON.parse(open(keys.ring, cell(keys, row.id), row.changes_sealed)) as Changes

/** The current values of the fields, numbers masked. */
export const valuesNow = ({ identity_masked, birth_cert_masked, ...row }: StudentRow): Values => ({
  ...row,
  identity_no: identity_masked,
  birth_cert_no: birth_cert_masked,
})

/** The requested values compared with the current ones; numbers masked. */
function comparedWith(row: StudentRow, changes: Changes): Compared[] {
  const { identity_no, birth_cert_no } = changes.wanted
  const type = changes.wanted.identity_type ?? row.identity_type
  const wanted = {
    ...changes.wanted,
    ...(identity_no ? { identity_no: maskedIdentity(String(type), String(identity_no)) } : {}),
    ...(birth_cert_no ? { birth_cert_no: maskedIdentity(null, String(birth_cert_no)) } : {}),
  }
  return compare({ ...changes, wanted }, valuesNow(row))
}

/** One request with the current student, the requested changes, and the comparison of both. Refuses what studentChange refuses. */
export async function comparedChange(db: Kysely<DB>, scope: RowScope, keys: Keys, id: string) {
  const row = await studentChange(db, scope, id)
  const student = await studentRow(db, scope, keys, row.student_id)
  const changes = openChanges(keys, row)
  return { row, student, changes, compared: comparedWith(student, changes) }
}

/** The requested numbers in full, formatted as on the card. */
export function wantedNumbers(row: StudentRow, { wanted }: Changes) {
  const type = String(wanted.identity_type ?? row.identity_type)
  return {
    identity_no: wanted.identity_no ? writtenIdentity(type, String(wanted.identity_no)) : null,
    birth_cert_no: wanted.birth_cert_no ? String(wanted.birth_cert_no) : null,
  }
}
