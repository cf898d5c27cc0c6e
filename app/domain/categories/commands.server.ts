import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { difference, record } from '#app/domain/audit.ts'
import { changed } from '#app/domain/changed.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { CategoryStatus } from './category.ts'
import type { CategoryInput } from './forms.ts'

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
  const before = await locked(trx, id, version)
  await trx
    .updateTable('category')
    .set({ ...values, ...changed(actor) })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
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
  const before = await locked(trx, id, version)
  if (before.status === status) throw new Refusal('action_not_allowed')
  await trx
    .updateTable('category')
    .set({ status, ...changed(actor) })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  const action = status === 'active' ? 'category.activated' : 'category.deactivated'
  await record(
    trx,
    actor,
    action,
    { type: 'category', id },
    { before: { status: before.status }, after: { status } },
  )
  return before.name
}

/** Removes a category that was never used; one that subjects have can only be deactivated. */
export async function removeCategory(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
): Promise<string> {
  const before = await locked(trx, id, version)
  const { used } = await trx
    .selectFrom('subject')
    .select(sql<number>`count(*)`.as('used'))
    .where('category_id', '=', id)
    .executeTakeFirstOrThrow()
  if (used > 0) throw new Refusal('category.in_use', undefined, { count: used })
  await trx
    .updateTable('category')
    .set({ deleted_at: sql`now()`, ...changed(actor) })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  await record(trx, actor, 'category.removed', { type: 'category', id }, { before })
  return before.name
}

/** The row as it is, locked until the change is done; refuses when it is gone or somebody changed it. */
async function locked(trx: Transaction<DB>, id: string, version: number) {
  const row = await trx
    .selectFrom('category')
    .select(['code', 'name', 'kind', 'min_age', 'max_age', 'description', 'status', 'version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.category')
  if (row.version !== version) throw new Refusal('version_conflict')
  const { version: _, ...values } = row
  return values
}

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
