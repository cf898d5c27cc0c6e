import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { named, recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { isBeingMade } from './being-made.ts'
import { cancelFee, openFee } from './pay-fee.ts'

/**
 * Registrations whose fee was not paid in time, and that are not being made: rejected, their subdomains given back, their
 * invoices cancelled, and their contacts told; no reason is noted, which says that it was the time. One that owes nothing waits for the operator as long as that takes. Works in
 * the platform's place. Returns how many.
 */
export async function endLapsed(trx: Transaction<DB>): Promise<number> {
  // One that somebody decides about or pays for at this moment is left to the next time; of the others the fee is looked
  // for anew, so that what was paid just now is seen.
  const over = await trx
    .selectFrom('platform.entity_registration')
    .select(['id', 'organisation_name'])
    .where('status', '=', 'pending')
    .where('reserved_until', '<=', sql<Date>`now()`)
    .where(({ not }) => not(isBeingMade))
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  let ended = 0
  for (const { id, organisation_name } of over) {
    const fee = await openFee(trx, id)
    if (fee?.status !== 'unpaid') continue
    await cancelFee(trx, systemActor, fee)
    await trx
      .updateTable('platform.entity_registration')
      .set({ status: 'rejected', decided_at: sql<Date>`now()`, ...touched })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .execute()
    const change = named(organisation_name, { after: { status: 'rejected' } })
    await recordOperator(
      trx,
      systemActor,
      'registration.rejected',
      { type: 'entity_registration', id },
      change,
    )
    await enqueue(trx, 'registration.rejected', { registration_id: id })
    ended += 1
  }
  return ended
}
