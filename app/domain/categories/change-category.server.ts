import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { difference, record } from '#app/domain/audit.ts'
import { changeRow, lockedRow, removeRow } from '#app/domain/change-row.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { CategoryStatus } from './category.ts'
import type { CategoryInput } from './category-form.ts'

/** Creates a category. Refuses a code that another one has (by constraint: duplicate.category_code). */
export async function createCategory(
  trx: Transaction<DB>,
  actor: Actor,
  input: CategoryInput,
): Promise<string> {
  const id = newId()
  const values = valuesOf(input)
  await trx
    .insertInto('category')
    .values({ id, ...values, created_by: actor.id, updated_by: actor.id })
    .execute()
  await record(trx, actor, 'category.created', { type: 'category', id }, { after: values })
  return id
}

/** Changes a category that still is at the version that was edited. */
export async function editCategory(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
  input: CategoryInput,
): Promise<void> {
  const values = valuesOf(input)
  const before = await lockedRow(trx, 'category', { id, version }, columns)
  await changeRow(trx, actor, 'category', { id, version }, values)
  await record(trx, actor, 'category.edited', { type: 'category', id }, difference(before, values))
}

/** Active ↔ inactive; an inactive category stays where it is used and is offered no more. */
export async function setCategoryStatus(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
  status: CategoryStatus,
): Promise<string> {
  const before = await lockedRow(trx, 'category', { id, version }, columns)
  if (before.status === status) throw new Refusal('action_not_allowed')
  await changeRow(trx, actor, 'category', { id, version }, { status })
  const action = status === 'active' ? 'category.activated' : 'category.deactivated'
  const change = { before: { status: before.status }, after: { status } }
  await record(trx, actor, action, { type: 'category', id }, change)
  return before.name
}

/** Removes a category that was never used; one that subjects have can only be deactivated. */
export async function removeCategory(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
): Promise<string> {
  const before = await lockedRow(trx, 'category', { id, version }, columns)
  const { used } = await trx
    .selectFrom('subject')
    .select(sql<number>`count(*)`.as('used'))
    .where('category_id', '=', id)
    .executeTakeFirstOrThrow()
  if (used > 0) throw new Refusal('category.in_use', undefined, { count: used })
  await removeRow(trx, actor, 'category', { id, version })
  await record(trx, actor, 'category.removed', { type: 'category', id }, { before })
  return before.name
}

const columns = ['code', 'name', 'kind', 'min_age', 'max_age', 'description', 'status'] as const

function valuesOf({ code, name, kind, min_age, max_age, description }: CategoryInput) {
  return {
    code,
    name,
    kind,
    min_age: min_age ?? null,
    max_age: max_age ?? null,
    description: description || null,
  }
}
