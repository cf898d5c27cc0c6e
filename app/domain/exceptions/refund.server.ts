import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { record } from '#app/domain/audit.ts'
import { creditOf } from '#app/domain/payments/find-payments.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/**
 * The organisation has sent a payment's credit back from its own account. The payment itself stays in the books, since
 * its money came in through FPX. Refuses (payment.credit_used) when less than it is left of the family's credit.
 */
export async function giveBackCredit(trx: Transaction<DB>, actor: Actor, payment_id: string): Promise<void> {
  const { payer_parent_id: parent_id } = await trx
    .selectFrom('payment')
    .select('payer_parent_id')
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  const sen = await creditOf(trx, payment_id)
  if (!parent_id || sen <= 0) return
  // Whoever uses credit locks the family first, too.
  await trx.selectFrom('parent').select('id').where('id', '=', parent_id).forUpdate().execute()
  const { balance_sen } = await trx
    .selectFrom('credit_entry')
    .select(sql<number>`coalesce(sum(delta_sen), 0)`.as('balance_sen'))
    .where('parent_id', '=', parent_id)
    .executeTakeFirstOrThrow()
  if (balance_sen < sen) throw new Refusal('payment.credit_used')
  const entry = { delta_sen: -sen, reason: 'refund' }
  await trx
    .insertInto('credit_entry')
    .values({ id: newId(), parent_id, ...entry, created_by: actor.id })
    .execute()
  await record(
    trx,
    actor,
    'credit.taken_back',
    { type: 'parent', id: parent_id },
    { after: { payment_id, ...entry } },
  )
}
