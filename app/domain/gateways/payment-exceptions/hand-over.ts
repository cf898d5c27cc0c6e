import { type Kysely, sql, type Transaction } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { type Actor, everywhere, systemActor } from '#app/domain/core/actor.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { change, lockedException, refuseResolved } from './decide-exception.ts'
import { type Desk, tenantDesk } from './find-exceptions.ts'
import { isForgotten, staffToNotify } from './raise-exception.ts'

const settling = (scope: 'all' | 'branch') => rolesWith('payment_exception.settle', scope)

/** Who may settle what is of these branches, whoever of them it belongs to now. */
export function settlers(db: Kysely<DB>, branch_ids: readonly string[]) {
  return db
    .selectFrom('user_account')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(roles && ${settling('all')}::text[] or (roles && ${settling('branch')}::text[] and exists (
        select from staff join staff_branch on staff_branch.staff_id = staff.id
        where staff.user_id = user_account.id and branch_id = any(${[...branch_ids]}::uuid[]))))`,
    )
    .orderBy('name')
    .orderBy('id')
}

/**
 * From now on it is another's, who is told by mail. Returns the number of its order; refuses one that is resolved and whoever
 * may not settle it (payment_exception.no_settler).
 */
export async function handOverException(
  trx: Transaction<DB>,
  actor: Actor,
  desk: Desk,
  id: string,
  { owner_id, version }: { owner_id: string; version: number },
): Promise<{ order_no: string; owner: string }> {
  const row = await lockedException(trx, desk, id)
  refuseResolved(row)
  refuseStale(row, version)
  const owner = await settlers(trx, row.branch_ids).where('id', '=', owner_id).executeTakeFirst()
  if (!owner) throw new Refusal('payment_exception.no_settler', 'owner_id')
  if (row.owner_id !== owner.id) {
    const after = { owner: owner.name, ...(row.owner ? { before: row.owner } : {}) }
    await change(trx, actor, row, 'handed_over', { owner_id: owner.id, owner: owner.name }, after)
    if (owner.id !== actor.id) await enqueue(trx, 'exception.mail', { user_id: owner.id, exception_id: id })
  }
  return { order_no: row.order_no, owner: owner.name }
}

/**
 * What nobody has taken in time becomes that of the organisation's owner, or else of who looks after money there longest,
 * and they are told. Returns how many.
 */
export async function assignForgotten(trx: Transaction<DB>): Promise<number> {
  const owner = await staffToNotify(trx)
    .orderBy(sql`'superadmin' = any(roles)`, 'desc')
    .orderBy('id')
    .executeTakeFirst()
  if (!owner) return 0
  const rows = await trx
    .selectFrom('platform.payment_exception')
    .select('id')
    .where(isForgotten)
    .orderBy('raised_at')
    .execute()
  for (const { id } of rows) {
    const row = await lockedException(trx, tenantDesk(everywhere), id)
    if (row.state === 'resolved' || row.owner_id) continue
    const set = { owner_id: owner.id, owner: owner.name }
    await change(trx, systemActor, row, 'given', set, { owner: owner.name })
    await enqueue(trx, 'exception.mail', { user_id: owner.id, exception_id: id })
  }
  return rows.length
}
