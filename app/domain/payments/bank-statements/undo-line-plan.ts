import type { Kysely } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { isOwnEntry } from '#app/domain/core/four-eyes/four-eyes.ts'
import { mergePlans, noPlan, type UndoFact, type UndoPlan } from '#app/domain/core/undo/undo-plan.ts'
import { cancelPlanOf } from '#app/domain/payments/payments/cancel-plan.ts'
import type { DB } from '#db/types.ts'

/**
 * What undoing bank lines does: the effects of cancelling each of their payments, and what prevents it, such as a payment that
 * the actor recorded or that is of an earlier day. Reads only.
 */
export async function undoLinesPlanOf(
  db: Kysely<DB>,
  actor: Pick<Actor, 'id'>,
  scope: RowScope,
  line_ids: readonly string[],
  today: string,
): Promise<UndoPlan> {
  if (line_ids.length === 0) return noPlan
  const payments = await db
    .selectFrom('bank_line_payment')
    .innerJoin('payment', 'payment.id', 'bank_line_payment.payment_id')
    .select([
      'payment.id',
      'payment.number',
      'payment.created_at',
      'payment.created_by',
      'payment.received_by',
    ])
    .where('bank_line_payment.line_id', 'in', line_ids)
    .where('bank_line_payment.released_at', 'is', null)
    .orderBy('payment.number')
    .execute()
  const plans: UndoPlan[] = []
  for (const payment of payments) {
    const { effects, blockers } = await cancelPlanOf(db, scope, payment.id, today)
    plans.push({ effects, blockers: [...linePaymentBlockers(payment, actor, today), ...blockers] })
  }
  return mergePlans(plans)
}

interface LinePayment {
  id: string
  number: string
  created_at: Date
  created_by: string | null
  received_by: string | null
}

function linePaymentBlockers(payment: LinePayment, actor: Pick<Actor, 'id'>, today: string): UndoFact[] {
  const about = { number: payment.number, link: { to: 'payment_cancel' as const, id: payment.id } }
  if (todayIn(payment.created_at) !== today) return [{ kind: 'line_day', ...about }]
  return isOwnEntry(actor, payment) ? [{ kind: 'own_entry', ...about }] : []
}

/** The same for the payments of a whole statement that was to be undone; only what prevents it. */
export async function statementBlockers(
  db: Kysely<DB>,
  actor: Pick<Actor, 'id'>,
  scope: RowScope,
  statement_id: string,
  today: string,
): Promise<UndoFact[]> {
  const lines = await db
    .selectFrom('bank_line')
    .select('id')
    .where('statement_id', '=', statement_id)
    .where('assigned_sen', '>', 0)
    .orderBy('number')
    .execute()
  const ids = lines.map(({ id }) => id)
  return (await undoLinesPlanOf(db, actor, scope, ids, today)).blockers
}
