import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { type Actor, everywhere, systemActor } from '#app/domain/core/actor.ts'
import { record, recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { lockAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { type Desk, type DeskException, deskException, tenantDesk } from './find-exceptions.ts'
import { isUnattended, staffToNotify } from './raise-exception.ts'

/** Assigns an exception to the actor, also from somebody else. Refuses a resolved one. Returns its order number. */
export async function takeException(
  trx: Transaction<DB>,
  actor: Actor,
  desk: Desk,
  id: string,
): Promise<string> {
  const row = await lockedException(trx, desk, id)
  refuseResolved(row)
  await updateException(
    trx,
    actor,
    row,
    'taken',
    { owner_id: actor.id, owner: actor.name },
    { owner: actor.name },
  )
  return row.order_no
}

/**
 * Assigns an exception to somebody, who is notified by mail. Returns its order number; refuses a resolved exception, and an
 * account that may not settle it (payment_exception.no_settler).
 */
export async function assignException(
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
    await updateException(trx, actor, row, 'handed_over', { owner_id: owner.id, owner: owner.name }, after)
    if (owner.id !== actor.id) await enqueue(trx, 'exception.mail', { user_id: owner.id, exception_id: id })
  }
  return { order_no: row.order_no, owner: owner.name }
}

/**
 * Assigns exceptions left unassigned for too long to the organisation's owner, else to its oldest account that may settle
 * them, and notifies them by mail. Returns their number.
 */
export async function assignUnattended(trx: Transaction<DB>): Promise<number> {
  const owner = await staffToNotify(trx)
    .orderBy(sql`'superadmin' = any(roles)`, 'desc')
    .orderBy('id')
    .executeTakeFirst()
  if (!owner) return 0
  const rows = await trx
    .selectFrom('platform.payment_exception')
    .select('id')
    .where(isUnattended)
    .orderBy('raised_at')
    .execute()
  for (const { id } of rows) {
    const row = await lockedException(trx, tenantDesk(everywhere), id)
    if (row.state === 'resolved' || row.owner_id) continue
    const set = { owner_id: owner.id, owner: owner.name }
    await updateException(trx, systemActor, row, 'given', set, { owner: owner.name })
    await enqueue(trx, 'exception.mail', { user_id: owner.id, exception_id: id })
  }
  return rows.length
}

/** Accounts that may settle exceptions of these branches, by name. */
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

const settling = (scope: 'all' | 'branch') => rolesWith('payment_exception.settle', scope)

/** Adds a note, also to a resolved exception; notes cannot be changed. Returns its order number. */
export async function noteException(
  trx: Transaction<DB>,
  actor: Actor,
  desk: Desk,
  id: string,
  { note_id, body }: { note_id: string; body: string },
): Promise<string> {
  const row = await lockedException(trx, desk, id)
  const written = await trx
    .insertInto('platform.payment_exception_note')
    .values({ id: note_id, exception_id: id, body, author_id: actor.id, author: actor.name })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) await recordChange(trx, actor, row, 'noted', { note: body })
  return row.order_no
}

/**
 * Locks an exception, after its attempt, in the same order as handling a message of the gateway, so that they cannot
 * deadlock.
 */
export async function lockedException(trx: Transaction<DB>, desk: Desk, id: string): Promise<DeskException> {
  const { attempt_id } = await deskException(trx, desk, id)
  if (attempt_id) await lockAttempt(trx, attempt_id)
  await trx
    .selectFrom('platform.payment_exception')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return deskException(trx, desk, id)
}

/** Refuses (payment_exception.decided) a resolved exception. */
function refuseResolved(row: DeskException): void {
  if (row.state === 'resolved') throw exceptionDecided(row)
}

/** With who resolved it and when, once it is resolved. */
export function exceptionDecided({ resolver, resolved_at }: DeskException): Refusal {
  const who = resolver && resolved_at ? { by: resolver, at: resolved_at.toISOString() } : {}
  return new Refusal('payment_exception.decided', undefined, who)
}

/** Updates a locked exception and records `payment_exception.<verb>` in the audit log. */
export async function updateException(
  trx: Transaction<DB>,
  actor: Actor,
  row: DeskException,
  verb: string,
  set: UpdateObject<DB, 'platform.payment_exception'>,
  after: Record<string, unknown>,
): Promise<void> {
  const changed = await trx
    .updateTable('platform.payment_exception')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw exceptionDecided(row)
  await recordChange(trx, actor, row, verb, after)
}

async function recordChange(
  trx: Transaction<DB>,
  actor: Actor,
  { id, entity_id, kind, order_no }: DeskException,
  verb: string,
  more: Record<string, unknown>,
): Promise<void> {
  const object = { type: 'payment_exception', id }
  const change = { after: { kind, order_no, ...more } }
  if (entity_id) return record(trx, actor, `payment_exception.${verb}`, object, change)
  return recordOperator(trx, actor, `payment_exception.${verb}`, object, change)
}
