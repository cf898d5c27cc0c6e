import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/**
 * Two owners who put each other away at once come one after the other. Refuses who is no owner any more by then; the
 * product itself, as which commands at the server act, is nobody's owner and may.
 */
export async function lockedOwners(trx: Transaction<DB>, actor: Actor): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('platform.operator')
    .select('id')
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute()
  const owners = new Set(rows.map(({ id }) => id))
  if (actor.type === 'system') return owners
  if (!actor.id || !owners.has(actor.id)) throw new Refusal('action_not_allowed')
  return owners
}

/** The last active owner stays: nobody could make another one. */
export function refuseLastOwner(owners: Set<string>, leaving: string): void {
  if (owners.has(leaving) && owners.size === 1) throw new Refusal('operator.last_owner')
}
