import { sql, type Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/** Minutes after which an enquiry counts as lost. */
const lostAfter = 10

/**
 * Asks again for enquiries whose job was lost, in all organisations; works at the platform's place. Each attempt plans
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
  if (lost.length === 0) return 0
  await trx
    .insertInto('platform.outbox')
    .values(
      lost.map(({ entity_id, attempt_id }) => ({
        id: newId(),
        entity_id,
        name: 'payment.enquire',
        payload: JSON.stringify({ attempt_id }),
      })),
    )
    .execute()
  return lost.length
}
