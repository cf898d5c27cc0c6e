import type { Transaction } from 'kysely'
import { freeCredit } from '#app/domain/accounting/credits/find-credits.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { notifyDeciders } from '#app/domain/core/four-eyes/notify-deciders.ts'
import { refuseOwnFamilyOf } from '#app/domain/core/four-eyes/own-family.ts'
import { refuseBesideOpen, requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { parentsIn, reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { CreditMoveInput } from './credit-move.ts'
import { type CreditMove, creditMove, creditMovesIn } from './find-credit-moves.ts'

const moves = requestVerbs({
  noun: 'credit_move',
  waiting: 'requested',
  over: 'credit_move.decided',
  reached: creditMovesIn,
  find: creditMove,
  refuseDecider: (_trx, actor, row) => refuseOwnRequest(actor, row),
  auditOf: ({ parent, to_parent, amount_sen }, more) =>
    named(parent, { after: { to: to_parent, amount_sen, ...more } }),
})
export const { reject: rejectMove, withdraw: withdrawMove } = moves

/**
 * Asks that a family's credit become another's, which somebody else approves; until then it may still pay invoices. Refuses
 * a parent of either family (four_eyes.own_family), a code of nobody within reach, or of this family (family.code), more
 * than is free (credit_move.too_little), and a second request while one is open (duplicate.credit_move, by constraint).
 */
export async function requestCreditMove(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  { family_code, amount, reason }: CreditMoveInput,
): Promise<{ id: string; name: string }> {
  const { name } = await reachedParent(trx, scope, parent_id)
  const other = await parentsIn(trx, scope)
    .select(['parent.id', 'parent.name'])
    .where('parent.family_code', '=', family_code)
    .executeTakeFirst()
  if (!other || other.id === parent_id) throw new Refusal('family.code', 'family_code')
  for (const id of [parent_id, other.id]) await refuseOwnFamilyOf(trx, actor, { type: 'parent', id })
  await refuseBesideOpen(trx, 'credit_move', { parent_id })
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
  await notifyDeciders(trx, 'credit_move', id)
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
  const row = await moves.lockForDecision(trx, actor, scope, id)
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
  await moves.decide(trx, actor, row, { status: 'approved' })
  const entry = { reason: 'moved', credit_move_id: id, created_by: actor.id }
  await trx
    .insertInto('credit_entry')
    .values([
      { id: newId(), parent_id, delta_sen: -amount_sen, ...entry },
      { id: newId(), parent_id: to_parent_id, delta_sen: amount_sen, ...entry },
    ])
    .execute()
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

async function refuseTooLittle(trx: Transaction<DB>, parent_id: string, sen: number, field?: string) {
  const left = await freeCredit(trx, parent_id)
  if (sen > left) throw new Refusal('credit_move.too_little', field, { amount: formatRinggit(left) })
}
