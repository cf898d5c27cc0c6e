import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { named, recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { cancelFee, openFee } from './fees.ts'
import { isProvisioning } from './subdomain-free.ts'

/**
 * Rejects registrations whose fee was not paid in time and that are not being provisioned: frees their subdomains, cancels
 * their invoices and mails their contacts. A rejection without a reason means that the time ran out. Registrations that owe
 * nothing never lapse. Runs in the platform's schema; returns the number rejected.
 */
export async function endLapsed(trx: Transaction<DB>): Promise<number> {
  // Rows locked by a decision or a payment are left for the next run. The fee is read again below, under the lock, so that
  // a payment made in the meantime is seen.
  const over = await trx
    .selectFrom('platform.entity_registration')
    .select(['id', 'organisation_name'])
    .where('status', '=', 'pending')
    .where('reserved_until', '<=', sql<Date>`now()`)
    .where(({ not }) => not(isProvisioning))
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
