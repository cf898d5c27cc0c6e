import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import type { AtVersion } from '#app/domain/core/crud/kept-rows.ts'
import { refuseBeyondLimit } from '#app/domain/core/features/limits.ts'
import { refuseUnoffered } from '#app/domain/core/lists/offered.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityChange, identityColumns } from '#app/domain/identity/accounts/identity.ts'
import { parentsIn } from '#app/domain/people/parents/scope.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { studentsIn } from './scope.ts'
import { refuseSimilarStudents } from './similar.ts'
import type { NewStudentInput, StudentInput } from './student-form.ts'
import { nextStudentNo } from './student-no.ts'

/**
 * Registers a student of a branch that the scope reaches, with a parent whom it reaches, who is asked first and pays.
 * Without a typed number they get the next of their year. Refuses a birth in the future, a student without any number,
 * more students than the package allows, and what refuseSimilarStudents refuses. Returns the id.
 */
export async function createStudent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  parent_id: string,
  input: NewStudentInput,
  today: string,
): Promise<string> {
  if (!input.identity_no && !input.birth_cert_no) throw new Refusal('student.number_needed', 'birth_cert_no')
  refuseUnborn(input, today)
  await refuseBranch(trx, scope, input)
  await refuseBeyondLimit(trx, 'student')
  await lockedNewParent(trx, scope, parent_id)
  const twins = await refuseSimilarStudents(trx, scope, keys, input, null)
  const id = newId()
  const student_no = input.student_no ?? (await nextStudentNo(trx, input.registered_on))
  const values = { ...valuesOf(input), student_no }
  await trx
    .insertInto('student')
    .values({
      ...{ id, ...values, birth_cert_no: input.birth_cert_no ?? null },
      ...identityColumns(keys, 'student', id, input),
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  const { relationship } = input
  await trx
    .insertInto('student_parent')
    .values({ student_id: id, parent_id, relationship, is_primary: true, is_payer: true })
    .execute()
  const numbers = { has_identity_no: !!input.identity_no, has_birth_cert_no: !!input.birth_cert_no }
  const after = { ...values, ...numbers, parent_id, relationship, ...namesake(twins, input) }
  await record(trx, actor, 'student.created', { type: 'student', id }, { after })
  return id
}

/** Changes a student whom the scope reaches. Refuses what {@link createStudent} refuses, and version_conflict. */
export async function editStudent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  { id, version }: AtVersion,
  input: StudentInput,
  today: string,
): Promise<void> {
  const before = await lockedStudent(trx, scope, { id, version })
  const { identity_no, identity_clear, identity_type } = input
  const keepsNumber = before.identity_no_sealed !== null && !identity_no && !identity_clear
  const birth_cert_no = input.birth_cert_no ?? before.birth_cert_no
  if (keepsNumber && identity_type !== before.identity_type)
    throw new Refusal('identity.number_again', 'identity_no')
  if (!keepsNumber && !identity_no && !birth_cert_no)
    throw new Refusal('student.number_needed', 'birth_cert_no')
  refuseUnborn(input, today)
  await refuseBranch(trx, scope, input, before)
  const isSameChild = input.name === before.name && input.born_on === before.born_on
  const details = { ...input, twin_reason: isSameChild ? 'unchanged' : input.twin_reason }
  const twins = await refuseSimilarStudents(trx, scope, keys, details, id)
  const values = { ...valuesOf(input), student_no: input.student_no ?? before.student_no, birth_cert_no }
  const identity = identityColumns(keys, 'student', id, input)
  await changeAt(trx, actor, 'student', { id, version }, { ...values, ...identity })
  const after = {
    ...values,
    identity_no: identityChange(input),
    ...(isSameChild ? {} : namesake(twins, input)),
  }
  const change = named(before.name, difference({ ...before, identity_no: 'kept' }, after))
  await record(trx, actor, 'student.edited', { type: 'student', id }, change)
}

/** A student whom the scope reaches, locked. Refuses not_found.student and version_conflict. */
export async function lockedStudent(trx: Transaction<DB>, scope: RowScope, { id, version }: AtVersion) {
  const row = await studentsIn(trx, scope)
    .selectAll('student')
    .where('student.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.student')
  refuseStale(row, version)
  return row
}

/** A parent who can be given a child, held so that nobody puts them away meanwhile. Refuses not_found.parent. */
export async function lockedNewParent(trx: Transaction<DB>, scope: RowScope, parent_id: string) {
  const row = await parentsIn(trx, scope)
    .select(['parent.id', 'parent.name'])
    .where('parent.id', '=', parent_id)
    .where('parent.status', '=', 'active')
    .forShare()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.parent')
  return row
}

/** Branches that are in use and that the scope reaches; the one that a student is in may stay. */
async function refuseBranch(
  trx: Transaction<DB>,
  { scope, branch_ids }: RowScope,
  { branch_id }: { branch_id: string },
  before?: { branch_id: string },
) {
  if (before?.branch_id === branch_id) return
  if (scope !== 'all' && !branch_ids.includes(branch_id)) throw new Refusal('not_found.branch', 'branch_id')
  await refuseUnoffered(trx, { branch_id: 'branch' }, { branch_id })
}

function refuseUnborn({ born_on }: { born_on: string }, today: string) {
  if (born_on > today) throw new Refusal('student.born_on', 'born_on')
}

/** Whose name and birthday somebody shares, and why they are another, for the audit log. */
function namesake(ids: readonly string[], { twin_reason }: { twin_reason?: string | undefined }) {
  return ids.length > 0 ? { same_as: ids, twin_reason } : {}
}

function valuesOf(input: StudentInput | NewStudentInput) {
  return {
    name: input.name,
    born_on: input.born_on,
    gender: input.gender,
    nationality: input.nationality,
    identity_type: input.identity_type,
    phone: input.phone ?? null,
    email: input.email ?? null,
    branch_id: input.branch_id,
    registered_on: input.registered_on,
    highest_education: input.highest_education ?? null,
    previous_school: input.previous_school ?? null,
    transport_type: input.transport_type ?? null,
    daycare: input.daycare,
    number_of_siblings: input.number_of_siblings ?? null,
    position_in_family: input.position_in_family ?? null,
    tags: input.tags ?? [],
  }
}
