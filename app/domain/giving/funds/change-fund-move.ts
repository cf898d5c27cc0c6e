import type { Transaction } from 'kysely'
import { refuseEmptyFund } from '#app/domain/accounting/gifts/change-gift.ts'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { refuseClosedMonth } from '#app/domain/accounting/months/month.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { notifyDeciders } from '#app/domain/core/four-eyes/notify-deciders.ts'
import { requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type FundMove, fundMove, fundMovesIn, fundOwner, fundTargets } from './find-fund-moves.ts'
import type { FundMoveInput } from './fund-move.ts'

const moves = requestVerbs({
  noun: 'fund_move',
  waiting: 'requested',
  over: 'fund_move.decided',
  reached: fundMovesIn,
  find: fundMove,
  refuseDecider: (_trx, actor, row) => refuseOwnRequest(actor, row),
  auditOf: ({ type, target, purpose, amount_sen }, more) =>
    named(type, { after: { purpose, to: target, amount_sen, ...more } }),
})
export const { reject: rejectFundMove, withdraw: withdrawFundMove } = moves

/**
 * Requests to move money out of a type's fund, which somebody else approves. Refuses an unknown type, the same or a removed
 * fund as target (not_found.infaq_type, at the field), a date in the future (fund.day_to_come), and more than the balance.
 */
export async function requestFundMove(
  trx: Transaction<DB>,
  actor: Actor,
  { kind, type_id }: { kind: GivingKind; type_id: string },
  { purpose, amount, moved_on, recipient, to_type, reference_no, reason }: FundMoveInput,
  today: string,
): Promise<{ id: string; name: string }> {
  const { name } = await fundOwner(trx, kind, type_id)
  if (moved_on > today) throw new Refusal('fund.day_to_come', 'moved_on')
  await refuseClosedMonth(trx, moved_on, 'moved_on')
  if (purpose === 'moved') {
    const others = await fundTargets(trx, kind, type_id)
    if (!others.some(({ id }) => id === to_type)) throw new Refusal(`not_found.${kind}_type`, 'to_type')
  }
  await refuseEmptyFund(trx, kind, type_id, amount, 'amount')
  const id = newId()
  await trx
    .insertInto('fund_move')
    .values({
      ...{ id, kind, [`${kind}_type_id`]: type_id, purpose, amount_sen: amount, moved_on, reason },
      ...(purpose === 'moved' ? { [`to_${kind}_type_id`]: to_type! } : { recipient: recipient! }),
      ...{ reference_no: reference_no ?? null, requested_by: actor.id! },
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  const after = { purpose, amount_sen: amount, moved_on, reason }
  await record(trx, actor, 'fund_move.requested', { type: 'fund_move', id }, named(name, { after }))
  await notifyDeciders(trx, 'fund_move', id)
  return { id, name }
}

/**
 * Approves a request and books it on the funds. Refuses the requester, a decided request, more than the balance, a removed
 * target, and a day in a closed month.
 */
export async function approveFundMove(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<FundMove> {
  const row = await moves.lockForDecision(trx, actor, scope, id)
  const { kind, type_id, to_type_id, amount_sen, moved_on, purpose } = row
  if (row.target_gone) throw new Refusal(`not_found.${kind}_type`)
  await refuseClosedMonth(trx, moved_on)
  await refuseEmptyFund(trx, kind, type_id, amount_sen)
  await moves.decide(trx, actor, row, { status: 'approved' })
  const entry = { kind, entered_on: moved_on, fund_move_id: id, created_by: actor.id }
  const column = `${kind}_type_id`
  const reason = purpose === 'moved' ? 'moved_out' : purpose
  await trx
    .insertInto('fund_entry')
    .values([
      { id: newId(), ...entry, [column]: type_id, delta_sen: -amount_sen, reason },
      ...(to_type_id
        ? [{ id: newId(), ...entry, [column]: to_type_id, delta_sen: amount_sen, reason: 'moved_in' }]
        : []),
    ])
    .execute()
  return row
}
