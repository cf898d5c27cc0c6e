import { sql, type Transaction } from 'kysely'
import type { Role } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { changed } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { isFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

interface Person {
  user_id: string
  name: string
  phone: string | null
  email: string | null
}

/** What is known of somebody because they teach. */
export interface Teaching {
  specialisation: string | null
  qualification: string | null
}

/**
 * Made or taken up again with the role, put to rest without it; `teaching` is of one that is made. Returns the id of
 * who was made or changed, else null.
 */
export async function followTrainerRole(
  trx: Transaction<DB>,
  actor: Actor,
  { user_id, name, phone, email }: Person,
  roles: readonly Role[],
  teaching: Partial<Teaching> = {},
): Promise<string | null> {
  const status = roles.includes('trainer') ? 'active' : 'inactive'
  const there = await trx
    .updateTable('trainer')
    .set({ status, deleted_at: status === 'active' ? null : sql.ref('deleted_at'), ...changed(actor) })
    .where('user_id', '=', user_id)
    .where('status', '<>', status)
    .returning('id')
    .executeTakeFirst()
  if (there || status === 'inactive') return there?.id ?? null
  const made = await trx
    .insertInto('trainer')
    .values({
      id: newId(),
      user_id,
      name,
      phone,
      email,
      created_by: actor.id,
      updated_by: actor.id,
      ...teaching,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

/**
 * With the role of a parent a parent's row is joined by its family code, and let go when the role is taken; the row and
 * its children stay. Refuses a code that is none (staff.family_code) and a parent who signs in with another account
 * (staff.family_taken), both at the field. Returns the parent's id.
 */
export async function followParentRole(
  trx: Transaction<DB>,
  actor: Actor,
  user_id: string,
  roles: readonly Role[],
  family_code: string | undefined,
): Promise<string | null> {
  const joined = await trx
    .selectFrom('parent')
    .select(['id', 'family_code'])
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  if (!roles.includes('parent')) {
    if (joined) await join(trx, actor, joined.id, null)
    return null
  }
  if (joined && (!family_code || family_code === joined.family_code)) return joined.id
  if (!family_code || !isFamilyCode(family_code)) throw new Refusal('staff.family_code', 'family_code')
  const found = await trx
    .selectFrom('parent')
    .select(['id', 'name', 'user_id'])
    .where('family_code', '=', family_code)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal('staff.family_code', 'family_code')
  if (found.user_id && found.user_id !== user_id)
    throw new Refusal('staff.family_taken', 'family_code', { name: found.name })
  if (joined) await join(trx, actor, joined.id, null)
  await join(trx, actor, found.id, user_id)
  return found.id
}

async function join(trx: Transaction<DB>, actor: Actor, parent_id: string, user_id: string | null) {
  await trx
    .updateTable('parent')
    .set({ user_id, ...changed(actor) })
    .where('id', '=', parent_id)
    .execute()
}
