import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/actor.ts'
import { named, record } from '#app/domain/audit.ts'
import { changeAt } from '#app/domain/changed.ts'
import { freeCredit } from '#app/domain/credits/find-credits.server.ts'
import { reachedParent } from '#app/domain/families/notes.server.ts'
import { isOwnRequest, refuseOwnFamily, refuseOwnRequest } from '#app/domain/four-eyes.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { parentsIn } from '#app/domain/parents/scope.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { CreditMoveInput } from './credit-move-form.ts'
import { type CreditMove, creditMove, creditMovesIn } from './find-credit-moves.server.ts'

/**
 * Asks that a family's credit become another's, which somebody else approves; until then it may still pay invoices. Refuses
 * a parent of either family (four_eyes.own_family), a code of nobody within reach, or of this family (family.code), more
 * than is free (credit_move.too_little), and a second request while one is open (duplicate.credit_move, by constraint).
 */
export async function askToMoveCredit(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  { family_code, amount, reason }: CreditMoveInput,
): Promise<{ id: string; name: string }> {
  const { name } = await reachedParent(trx, scope, parent_id)
  const other = await parentsIn(trx, scope)
    .select(['parent.id', 'parent.name', 'parent.user_id'])
    .where('parent.family_code', '=', family_code)
    .executeTakeFirst()
  if (!other || other.id === parent_id) throw new Refusal('family.code', 'family_code')
  const { user_id } = await trx
    .selectFrom('parent')
    .select('user_id')
    .where('id', '=', parent_id)
    .executeTakeFirstOrThrow()
  refuseOwnFamily(actor, [user_id, other.user_id])
  await refuseTooLittle(trx, parent_id, amount, 'amount')
  const id = newId()
  await trx
    .insertInto('credit_move')
    .values({
      ...{ id, parent_id, to_parent_id: other.id, amount_sen: amount, reason, requested_by: actor.id! },
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  const after = { to: other.name, amount_sen: amount, reason }
  await record(trx, actor, 'credit_move.requested', { type: 'credit_move', id }, named(name, { after }))
  return { id, name }
}

/**
 * Approves what somebody else asked for, and does it: both families are held, and what leaves one comes to the other. Refuses who
 * asked, a parent of either family (four_eyes.own_family), what is not open any more, a family that
 * was removed (not_found.parent), and more than there is by now.
 */
export async function approveMove(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<CreditMove> {
  const row = await openMove(trx, scope, id)
  refuseOwnRequest(actor, row)
  refuseOwnFamily(actor, [row.giver_id, row.taker_id])
  const { parent_id, to_parent_id, amount_sen } = row
  const held = await trx
    .selectFrom('parent')
    .select('deleted_at')
    .where('id', 'in', [parent_id, to_parent_id])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (held.some(({ deleted_at }) => deleted_at !== null)) throw new Refusal('not_found.parent')
  await refuseTooLittle(trx, parent_id, amount_sen)
  await changeAt(
    trx,
    actor,
    'credit_move',
    row,
    { status: 'approved', decided_by: actor.id, decided_at: sql<Date>`now()` },
    { status: 'requested' },
  )
  const entry = { reason: 'moved', credit_move_id: id, created_by: actor.id }
  await trx
    .insertInto('credit_entry')
    .values([
      { id: newId(), parent_id, delta_sen: -amount_sen, ...entry },
      { id: newId(), parent_id: to_parent_id, delta_sen: amount_sen, ...entry },
    ])
    .execute()
  const after = { to: row.to_parent, amount_sen, asked_by: row.requester }
  await record(trx, actor, 'credit_move.approved', { type: 'credit_move', id }, named(row.parent, { after }))
  await record(
    trx,
    actor,
    'credit.moved',
    { type: 'parent', id: parent_id },
    { after: { delta_sen: -amount_sen } },
  )
  await record(
    trx,
    actor,
    'credit.moved',
    { type: 'parent', id: to_parent_id },
    { after: { delta_sen: amount_sen } },
  )
  return row
}

/** Turns a request down. Refuses who asked, a parent of either family, and what is not open any more. */
export async function rejectMove(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  decision_reason: string,
): Promise<CreditMove> {
  const row = await openMove(trx, scope, id)
  refuseOwnRequest(actor, row)
  refuseOwnFamily(actor, [row.giver_id, row.taker_id])
  await end(trx, actor, row, 'rejected', decision_reason)
  return row
}

/** Takes the own request back; refuses anybody else (credit_move.not_yours). */
export async function withdrawMove(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<CreditMove> {
  const row = await openMove(trx, scope, id)
  if (!isOwnRequest(actor, row)) throw new Refusal('credit_move.not_yours')
  await end(trx, actor, row, 'withdrawn', null)
  return row
}

/** Locked, so that of two deciders the second finds it decided. */
async function openMove(trx: Transaction<DB>, scope: RowScope, id: string): Promise<CreditMove> {
  await creditMovesIn(trx, scope)
    .select('credit_move.id')
    .where('credit_move.id', '=', id)
    .forUpdate('credit_move')
    .execute()
  const row = await creditMove(trx, scope, id)
  if (row.status !== 'requested') throw new Refusal('credit_move.decided')
  return row
}

async function refuseTooLittle(trx: Transaction<DB>, parent_id: string, sen: number, field?: string) {
  const left = await freeCredit(trx, parent_id)
  if (sen > left) throw new Refusal('credit_move.too_little', field, { amount: formatRinggit(left) })
}

async function end(
  trx: Transaction<DB>,
  actor: Actor,
  row: CreditMove,
  status: 'rejected' | 'withdrawn',
  decision_reason: string | null,
): Promise<void> {
  const values = { status, decision_reason, decided_by: actor.id, decided_at: sql<Date>`now()` }
  await changeAt(trx, actor, 'credit_move', row, values, { status: 'requested' })
  const words = decision_reason ? { decision_reason } : {}
  const after = { to: row.to_parent, amount_sen: row.amount_sen, asked_by: row.requester, ...words }
  await record(
    trx,
    actor,
    `credit_move.${status}`,
    { type: 'credit_move', id: row.id },
    named(row.parent, { after }),
  )
}
