import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { parentsIn } from '#app/domain/people/parents/scope.ts'
import type { DB } from '#db/types.ts'
import type { JoinInput } from './family-form.ts'
import { reachedParent } from './notes.ts'

/** The families that count as one with that of a parent: the one it was joined to, and those that were joined to it. */
export function joinedFamilies(db: Kysely<DB>, parent_id: string) {
  return db
    .selectFrom('joined_family')
    .innerJoin('parent', (join) =>
      join.on(sql<boolean>`parent.id = case when joined_family.parent_id = ${parent_id}::uuid
        then joined_family.joined_to_id else joined_family.parent_id end`),
    )
    .leftJoin('user_account', 'user_account.id', 'joined_family.created_by')
    .select(['joined_family.parent_id', 'parent.id as other_id', 'parent.name', 'parent.family_code'])
    .select(['joined_family.reason', 'joined_family.created_at', 'user_account.name as by'])
    .where(sql<boolean>`${parent_id}::uuid in (joined_family.parent_id, joined_family.joined_to_id)`)
    .orderBy('parent.name')
    .execute()
}

/**
 * From now on the children of a parent count as brothers and sisters of those of another one, such as cousins who live
 * together. Refuses a code of nobody, or of this family (family.code), and (family.joined_already) a family that is joined
 * to another or, to be joined, has some joined to it: there is one step only.
 */
export async function joinFamily(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  { family_code, reason }: JoinInput,
): Promise<string> {
  const { name } = await reachedParent(trx, scope, parent_id)
  const other = await parentsIn(trx, scope)
    .select(['parent.id', 'parent.name'])
    .where('parent.family_code', '=', family_code.toUpperCase())
    .executeTakeFirst()
  if (!other || other.id === parent_id) throw new Refusal('family.code', 'family_code')
  // Both, in one order for all: of two who join them to each other the second finds what the first did.
  await trx
    .selectFrom('parent')
    .select('id')
    .where('id', 'in', [parent_id, other.id])
    .orderBy('id')
    .forUpdate()
    .execute()
  const taken = await trx
    .selectFrom('joined_family')
    .select('parent_id')
    .where((eb) => eb.or([eb('parent_id', 'in', [parent_id, other.id]), eb('joined_to_id', '=', parent_id)]))
    .executeTakeFirst()
  if (taken) throw new Refusal('family.joined_already', 'family_code')
  await trx
    .insertInto('joined_family')
    .values({ parent_id, joined_to_id: other.id, reason, created_by: actor.id })
    .execute()
  const change = named(name, { after: { joined_to: other.name, reason } })
  await record(trx, actor, 'parent.family_joined', { type: 'parent', id: parent_id }, change)
  return other.name
}

/** Counts the family of a parent apart again. One that is apart stays as it is. Refuses with not_found.parent. */
export async function partFamily(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
): Promise<void> {
  const { name } = await reachedParent(trx, scope, parent_id)
  const parted = await trx
    .deleteFrom('joined_family')
    .using('parent')
    .whereRef('parent.id', '=', 'joined_family.joined_to_id')
    .where('joined_family.parent_id', '=', parent_id)
    .returning(['parent.name', 'joined_family.reason'])
    .executeTakeFirst()
  if (!parted) return
  const change = named(name, { before: { joined_to: parted.name, reason: parted.reason } })
  await record(trx, actor, 'parent.family_parted', { type: 'parent', id: parent_id }, change)
}
