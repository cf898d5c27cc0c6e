import { sql, type Transaction } from 'kysely'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { SentChannel } from '../words.ts'
import { endAnnouncements } from './end-announcements.ts'
import { mayLeaveAt } from './pace.ts'

/** What should have left so long ago has nobody at it. */
const overdue = sql`interval '5 minutes'`

const nothingWaits = sql<boolean>`not exists (select from message_delivery where status in ('queued', 'sending'))
  and not exists (select from announcement where status in ('sending', 'cancelled') and started_at is not null
    and finished_at is null)`

/**
 * Asks for the sending of what should have left and that no run is at, which happens only when a job was lost; and ends what is
 * over. Of an organisation of which nothing waits any more nobody looks again. Returns the channels.
 */
export async function wakeDeliveries(trx: Transaction<DB>, time: Date): Promise<string[]> {
  // Whoever makes messages meanwhile waits for this, and then watches anew.
  await trx.selectFrom('platform.message_watch').select('since').forUpdate().execute()
  await endAnnouncements(trx)
  const { rows } = await sql<{ channel: SentChannel }>`
    select distinct delivery.channel from message_delivery as delivery
    join message on message.id = delivery.message_id
    left join announcement on announcement.id = message.announcement_id
    left join message_lane as lane on lane.channel = delivery.channel
    where delivery.status in ('queued', 'sending') and delivery.next_at < ${time}::timestamptz - ${overdue}
      and ${mayLeaveAt(time)}
      and (lane.run_id is null or lane.renewed_at < now() - ${overdue})
      and (lane.rests_until is null or lane.rests_until < ${time}::timestamptz - ${overdue})`.execute(trx)
  for (const { channel } of rows) await enqueue(trx, 'message.deliver', { channel })
  await trx.deleteFrom('platform.message_watch').where(nothingWaits).execute()
  return rows.map(({ channel }) => channel)
}
