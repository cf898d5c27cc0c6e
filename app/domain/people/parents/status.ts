import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import type { AtVersion } from '#app/domain/core/crud/kept-rows.ts'
import { owed } from '#app/domain/core/invoicing/status.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { isRestorable } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import { lockedParent } from './change-parent.ts'
import { reachedParents } from './scope.ts'

/**
 * An inactive parent is offered to no further child. Refuses who pays for an active student (parent.pays), what is so
 * already, and a parent who would do it themselves. Returns the name.
 */
export async function setParentStatus(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { status, ...at }: AtVersion & { status: 'active' | 'inactive' },
): Promise<string> {
  const before = await lockedParent(trx, scope, at)
  if (before.status === status || scope.scope === 'own') throw new Refusal('action_not_allowed')
  if (status === 'inactive' && (await childrenOf(trx, at.id, 'active')) > 0) throw new Refusal('parent.pays')
  await changeAt(trx, actor, 'parent', at, { status }, { status: before.status })
  const change = named(before.name, { before: { status: before.status }, after: { status } })
  const action = status === 'active' ? 'parent.activated' : 'parent.deactivated'
  await record(trx, actor, action, { type: 'parent', id: at.id }, change)
  return before.name
}

/**
 * Puts away a parent without children here and without open money, also such as is to be moved: the row stays, and can be brought back for 90 days.
 * Refuses others with parent.in_use. Returns the name.
 */
export async function removeParent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  at: AtVersion,
): Promise<string> {
  const { id } = at
  const { name, family_code, user_id } = await lockedParent(trx, scope, at)
  const { open, credit, moves } = await trx
    .selectNoFrom([
      sql<number>`(select count(*) from invoice where payer_parent_id = ${id}
        and (status = 'draft' or ${owed} > 0))`.as('open'),
      sql<number>`(select coalesce(sum(delta_sen), 0) from credit_entry where parent_id = ${id})`.as(
        'credit',
      ),
      sql<number>`(select count(*) from credit_move
        where status = 'requested' and ${id}::uuid in (parent_id, to_parent_id))`.as('moves'),
    ])
    .executeTakeFirstOrThrow()
  if (user_id || open > 0 || credit !== 0 || moves > 0 || (await childrenOf(trx, id)) > 0)
    throw new Refusal('parent.in_use')
  await changeAt(trx, actor, 'parent', at, { deleted_at: sql<Date>`now()` }, { removed: false })
  await record(trx, actor, 'parent.removed', { type: 'parent', id }, { before: { name, family_code } })
  return name
}

/**
 * Brings a parent back. Refuses one who is not among the removed, or whose identity number another one has by now
 * (duplicate.parent). Returns the name.
 */
export async function restoreParent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { id, version }: AtVersion,
): Promise<string> {
  const row = await reachedParents(trx, scope)
    .select('parent.name')
    .where('parent.id', '=', id)
    .where(isRestorable('parent'))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.parent')
  await changeAt(trx, actor, 'parent', { id, version }, { deleted_at: null }, { removed: true })
  await record(trx, actor, 'parent.restored', { type: 'parent', id }, { after: { name: row.name } })
  return row.name
}

/** How many students are theirs, or with a status how many of such they pay for. */
async function childrenOf(trx: Transaction<DB>, parent_id: string, paidFor?: string): Promise<number> {
  let query = trx
    .selectFrom('student_parent')
    .innerJoin('student', 'student.id', 'student_parent.student_id')
    .where('student_parent.parent_id', '=', parent_id)
    .where('student.deleted_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'))
  if (paidFor) query = query.where('student.status', '=', paidFor).where('student_parent.is_payer', '=', true)
  return (await query.executeTakeFirstOrThrow()).count
}
