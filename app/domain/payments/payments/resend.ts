import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { paymentsInScope } from '#app/domain/core/invoicing/payment-scope.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

/** To the address that the payment has. Refuses one that is cancelled or has none. */
export async function resendReceipt(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<string> {
  const row = await trx
    .selectFrom('payment')
    .select(['payer_email', 'status'])
    .where('id', '=', id)
    .where(paymentsInScope(scope))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payment')
  if (row.status !== 'paid' || !row.payer_email) throw new Refusal('action_not_allowed')
  await enqueue(trx, 'receipt.send', { payment_id: id })
  await record(trx, actor, 'receipt.resent', { type: 'payment', id }, { after: { to: row.payer_email } })
  return row.payer_email
}
