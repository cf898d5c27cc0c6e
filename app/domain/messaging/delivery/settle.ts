import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import type { DeliveryFailure, SentChannel } from '../words.ts'
import type { Claimed } from './claim.ts'
import { againMs, longestWait } from './pace.ts'
import { returnUnused } from './return-credits.ts'

/**
 * What became of one try. `again`: it surely did not go out, and another try may help; `untried`: it was its turn, and nothing was
 * tried.
 */
export type Outcome =
  | { status: 'sent'; gateway_id?: string | undefined }
  | { status: 'failed'; reason: DeliveryFailure }
  | { status: 'again' }
  | { status: 'untried' }

export interface Tried {
  claimed: Pick<Claimed, 'message_id' | 'attempts' | 'held_since'>
  outcome: Outcome
}

/** Writes down what became of tries; a report of the gateway that was faster stays. */
export async function settleDeliveries(
  trx: Transaction<DB>,
  channel: SentChannel,
  tried: readonly Tried[],
  time: Date,
): Promise<void> {
  if (tried.length === 0) return
  const rows = tried.map(({ claimed, outcome }) => ({
    id: claimed.message_id,
    ...changeOf(claimed, outcome, time),
  }))
  const { rows: settled } = await sql<{
    message_id: string
    status: string
    reason: string
    credits: number
  }>`
    update message_delivery as delivery set
      status = told.status,
      reason = told.reason,
      next_at = coalesce(told.next_at, delivery.next_at),
      attempts = delivery.attempts - (case when told.untried then 1 else 0 end),
      held_since = case when told.untried then delivery.held_since
        when told.status = 'queued' then coalesce(delivery.held_since, ${time}) end,
      gateway_id = coalesce(told.gateway_id, delivery.gateway_id),
      sent_at = case when told.status = 'sent' then coalesce(delivery.sent_at, now()) else delivery.sent_at end,
      failed_at = case when told.status = 'failed' then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as told (id uuid, status text, reason text, next_at timestamptz, gateway_id text, untried boolean)
    where delivery.message_id = told.id and delivery.channel = ${channel} and delivery.status = 'sending'
    returning delivery.message_id, delivery.status, delivery.reason`.execute(trx)
  await keepGatewayIds(trx, channel, rows)
  await returnUnused(
    trx,
    settled.flatMap(({ message_id, status, reason }) =>
      comesBack(status, reason) ? { message_id, channel } : [],
    ),
  )
}

/** Of what may have gone out the credits are used, until a report says that it did not arrive. */
export const comesBack = (status: string, reason: string | null): boolean =>
  status === 'suppressed' || (status === 'failed' && reason !== 'unsure')

function changeOf({ attempts, held_since }: Tried['claimed'], outcome: Outcome, time: Date) {
  if (outcome.status === 'sent') return { status: 'sent', gateway_id: outcome.gateway_id?.slice(0, 100) }
  if (outcome.status === 'failed') return { status: 'failed', reason: outcome.reason }
  if (outcome.status === 'untried') return { status: 'queued', untried: true }
  const isOver = held_since !== null && time.getTime() - held_since.getTime() >= longestWait
  if (isOver) return { status: 'failed', reason: 'expired' }
  return { status: 'queued', next_at: new Date(time.getTime() + againMs(attempts)) }
}

/** For reports that name only the gateway's id. */
async function keepGatewayIds(
  trx: Transaction<DB>,
  channel: SentChannel,
  rows: readonly { id: string; gateway_id?: string | undefined }[],
): Promise<void> {
  const known = rows.filter(({ gateway_id }) => gateway_id)
  if (channel === 'email' || known.length === 0) return
  await sql`update platform.message_reference as reference set gateway_id = told.gateway_id
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as told (id uuid, gateway_id text)
    where reference.message_id = told.id and reference.channel = ${channel}
      and reference.entity_id = platform.current_entity()`.execute(trx)
}

/** What has waited for a day while the gateway was in trouble fails, and is not sent any more. Returns how many. */
export async function expireDeliveries(
  trx: Transaction<DB>,
  channel: SentChannel,
  down_since: Date,
  time: Date,
): Promise<number> {
  const { rows } = await sql<{ message_id: string }>`
    update message_delivery as delivery set status = 'failed', reason = 'expired', failed_at = now()
    where delivery.channel = ${channel} and delivery.status = 'queued'
      and greatest(coalesce(delivery.held_since, delivery.next_at), ${down_since})
        <= ${new Date(time.getTime() - longestWait)}
    returning delivery.message_id`.execute(trx)
  await returnUnused(
    trx,
    rows.map(({ message_id }) => ({ message_id, channel })),
  )
  return rows.length
}
