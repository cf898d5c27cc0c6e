import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { refuseOwnFamilyOf } from '#app/domain/core/four-eyes/own-family.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { mostParents } from '#app/domain/people/parents/parent.ts'
import type { DB } from '#db/types.ts'
import { lockedNewParent, lockedStudent } from './change-student.ts'
import { studentsIn } from './scope.ts'
import type { FamilyInput } from './student.ts'

/** A student's parents, the primary contact first. */
export function familyOf(db: Kysely<DB>, student_id: string) {
  return db
    .selectFrom('student_parent')
    .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
    .select(['parent.id', 'parent.name', 'parent.phone', 'parent.email'])
    .select(['student_parent.relationship', 'student_parent.is_primary', 'student_parent.is_payer'])
    .where('student_parent.student_id', '=', student_id)
    .orderBy('student_parent.is_primary', 'desc')
    .orderBy('parent.name')
    .execute()
}

/**
 * Sets a student's parents: one to four, of whom one is the primary contact and one pays. A new one must be in the scope
 * `parents` (not_found.parent); current ones may stay. Refuses version_conflict, and (four_eyes.own_family) who is of the
 * family before or after.
 */
export async function setFamily(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parents: RowScope,
  id: string,
  input: FamilyInput,
): Promise<string> {
  const { version, primary_id, payer_id } = input
  const { name } = await lockedStudent(trx, scope, { id, version })
  const remaining = input.parents.filter(({ remove }) => !remove)
  const ids = new Set(remaining.map(({ parent_id }) => parent_id))
  if (ids.size < remaining.length || remaining.length === 0 || remaining.length > mostParents)
    throw new Refusal('student.parent_count', 'parents')
  if (!ids.has(primary_id)) throw new Refusal('student.not_a_parent', 'primary_id')
  if (!ids.has(payer_id)) throw new Refusal('student.not_a_parent', 'payer_id')
  // Asked before the links change, or whoever left the child would be of no family.
  await refuseOwnFamilyOf(trx, actor, { type: 'student', id })
  const before = await familyOf(trx, id)
  for (const { parent_id } of remaining)
    if (!before.some((one) => one.id === parent_id)) await lockedNewParent(trx, parents, parent_id)
  await trx.deleteFrom('student_parent').where('student_id', '=', id).execute()
  await trx
    .insertInto('student_parent')
    .values(
      remaining.map(({ parent_id, relationship }) => ({
        ...{ student_id: id, parent_id, relationship },
        ...{ is_primary: parent_id === primary_id, is_payer: parent_id === payer_id },
      })),
    )
    .execute()
  await trx
    .updateTable('student')
    .set(changed(actor))
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  const summary = (family: Awaited<ReturnType<typeof familyOf>>) => ({
    parents: family.map((one) => one.name),
    relationships: family.map((one) => one.relationship),
    primary: family.find(({ is_primary }) => is_primary)?.name,
    payer: family.find(({ is_payer }) => is_payer)?.name,
  })
  const change = { before: summary(before), after: summary(await familyOf(trx, id)) }
  await record(trx, actor, 'student.family_changed', { type: 'student', id }, named(name, change))
  return name
}

/** Students in scope with the same payer, and how many more there are. */
export async function siblingsOf(db: Kysely<DB>, scope: RowScope, id: string) {
  const others = sql<boolean>`student.id in (
    select other.student_id from student_parent as own join student_parent as other on other.parent_id = own.parent_id
    where own.student_id = ${id} and own.is_payer and other.is_payer and other.student_id <> ${id})`
  const [rows, { count }] = await Promise.all([
    childRows(db, scope).where(others).execute(),
    db
      .selectFrom('student')
      .where('deleted_at', 'is', null)
      .where(others)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow(),
  ])
  // Readers who see only their own classes or children get no count of the others.
  return { rows, elsewhere: scope.scope === 'branch' ? count - rows.length : 0 }
}

/** A parent's children in scope, the eldest first. */
export function childrenOf(db: Kysely<DB>, scope: RowScope, parent_id: string) {
  return childRows(db, scope)
    .where('student.id', 'in', (eb) =>
      eb.selectFrom('student_parent').where('parent_id', '=', parent_id).select('student_id'),
    )
    .execute()
}

function childRows(db: Kysely<DB>, scope: RowScope) {
  return studentsIn(db, scope)
    .innerJoin('branch', 'branch.id', 'student.branch_id')
    .select(['student.id', 'student.name', 'student.student_no', 'student.born_on', 'student.status'])
    .select('branch.name as branch')
    .orderBy('student.born_on')
    .orderBy('student.id')
}
