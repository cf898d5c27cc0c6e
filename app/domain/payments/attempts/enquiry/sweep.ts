import { sql, type Transaction } from 'kysely'
import { enqueue, enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

/** Minutes after which an enquiry counts as lost. */
const lostAfter = 10

/**
 * Asks again for enquiries whose job was lost, in all organisations and of the platform's own; works at the platform's place. Each attempt plans
 * its next one itself, so there should be none. Returns how many there were.
 */
export async function sweepEnquiries(trx: Transaction<DB>): Promise<number> {
  const later = sql<Date>`now() + ${lostAfter} * interval '1 minute'`
  const earlier = sql<Date>`now() - ${lostAfter} * interval '1 minute'`
  const lost = await trx
    .updateTable('platform.gateway_order')
    .set({ next_enquiry_at: later })
    .where('next_enquiry_at', '<', earlier)
    .returning(['entity_id', 'attempt_id'])
    .execute()
  const jobs = lost.flatMap(({ entity_id, attempt_id }) =>
    entity_id ? [{ entity_id, payload: { attempt_id } }] : [],
  )
  for (const { entity_id, attempt_id } of lost)
    if (!entity_id) await enqueue(trx, 'platform_payment.enquire', { attempt_id })
  await enqueueFor(trx, 'payment.enquire', jobs)
  return lost.length
}
