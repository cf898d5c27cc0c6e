import { type Kysely, sql, type Transaction } from 'kysely'
import { optedOut } from '#app/domain/core/contact/opted-out.ts'
import { idFrom } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { SentChannel } from '../words.ts'
import { type Lane, renewLane } from './lane.ts'
import { mayLeaveAt } from './pace.ts'
import { returnUnused } from './return-credits.ts'

/** A message that is about to leave. */
export interface Claimed {
  message_id: string
  kind: 'announcement' | 'absence'
  /** Exactly one of both. */
  parent_id: string | null
  user_id: string | null
  name: string
  locale: string
  address: string
  attempts: number
  /** Since when it could not leave. */
  held_since: Date | null
}

/** What a gateway is told as our own id, and a mail server as that of the mail: always the same for the same delivery. */
export const referenceOf = (entity_id: string, message_id: string, channel: SentChannel): string =>
  idFrom(entity_id, message_id, channel)

/**
 * Claims the next messages of a channel: from here on they are "sending". Who has opted out and what was stopped since it was
 * made is suppressed in the same statement, and in quiet hours only what is urgent is claimed. `picked` counts both;
 * undefined when the lane was taken away.
 */
export async function claimDeliveries(
  trx: Transaction<DB>,
  lane: Lane,
  { entity_id, most, time }: { entity_id: string; most: number; time: Date },
): Promise<{ claimed: Claimed[]; picked: number } | undefined> {
  if (!(await renewLane(trx, lane))) return undefined
  const { channel } = lane
  const { rows } = await sql<PickedRow>`
    with picked as (
      select delivery.message_id, message.kind, message.parent_id, message.user_id, message.name, message.locale,
        case
          when announcement.stopped_at is not null and announcement.finished_at is null then 'stopped'
          when delivery.address is null then 'no_address'
          when ${optedOut('parent', sql.ref('message.parent_id'), channel)} then 'opted_out'
          when ${optedOut('user', sql.ref('message.user_id'), channel)} then 'opted_out'
        end as why
      from message_delivery as delivery
      join message on message.id = delivery.message_id
      left join announcement on announcement.id = message.announcement_id
      where delivery.channel = ${channel} and delivery.status = 'queued' and delivery.next_at <= ${time}
        and ${mayLeaveAt(time)}
      order by delivery.next_at, delivery.message_id
      limit ${most}
      for update of delivery skip locked
    )
    update message_delivery as delivery set
      status = case when why is null then 'sending' else 'suppressed' end,
      reason = why,
      claimed_at = now(),
      attempts = delivery.attempts + (case when why is null then 1 else 0 end)
    from picked
    where delivery.message_id = picked.message_id and delivery.channel = ${channel}
    returning delivery.message_id, kind, parent_id, user_id, name, locale, why, delivery.address,
      delivery.attempts, delivery.held_since`.execute(trx)
  await returnUnused(
    trx,
    rows.flatMap(({ why, message_id }) => (why === null ? [] : { message_id, channel })),
  )
  const claimed = rows.flatMap(({ why, address, ...row }) =>
    why === null && address !== null ? [{ ...row, address }] : [],
  )
  if (channel !== 'email' && claimed.length > 0) await keepReferences(trx, channel, entity_id, claimed)
  return { claimed, picked: rows.length }
}

interface PickedRow {
  message_id: string
  kind: Claimed['kind']
  parent_id: string | null
  user_id: string | null
  name: string
  locale: string
  why: string | null
  address: string | null
  attempts: number
  held_since: Date | null
}

/** By which a report of the gateway finds its message. */
async function keepReferences(
  trx: Transaction<DB>,
  channel: Exclude<SentChannel, 'email'>,
  entity_id: string,
  claimed: readonly Pick<Claimed, 'message_id'>[],
): Promise<void> {
  await trx
    .insertInto('platform.message_reference')
    .values(
      claimed.map(({ message_id }) => ({
        ...{ reference: referenceOf(entity_id, message_id, channel), message_id, channel },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The ids of those that come next, so that they can be composed together. */
export async function nextDeliveries(
  db: Kysely<DB>,
  channel: SentChannel,
  { most, time }: { most: number; time: Date },
): Promise<{ id: string; kind: Claimed['kind'] }[]> {
  const rows = await db
    .selectFrom('message_delivery as delivery')
    .innerJoin('message', 'message.id', 'delivery.message_id')
    .select(['message.id', 'message.kind'])
    .where('delivery.channel', '=', channel)
    .where('delivery.status', '=', 'queued')
    .where('delivery.next_at', '<=', time)
    .orderBy('delivery.next_at')
    .orderBy('delivery.message_id')
    .limit(most)
    .execute()
  return rows as { id: string; kind: Claimed['kind'] }[]
}

/** Those that a run left behind which died, or was taken for dead: what became of them is to be decided before any other leaves. */
export async function leftBehind(
  db: Kysely<DB>,
  channel: SentChannel,
  most: number,
): Promise<{ message_id: string }[]> {
  return db
    .selectFrom('message_delivery')
    .select('message_id')
    .where('channel', '=', channel)
    .where('status', '=', 'sending')
    .orderBy('message_id')
    .limit(most)
    .execute()
}

/**
 * Lets one that was left behind be sent again. `isCopy`: nobody can tell whether it went out, so it may be a second one, which
 * is kept beside it.
 */
export async function sendAgain(
  trx: Transaction<DB>,
  { channel }: Pick<Lane, 'channel'>,
  message_ids: readonly string[],
  isCopy: boolean,
): Promise<void> {
  if (message_ids.length === 0) return
  await trx
    .updateTable('message_delivery')
    .set({ status: 'queued', ...(isCopy && { resent_at: sql<Date>`now()` }) })
    .where('channel', '=', channel)
    .where('message_id', 'in', message_ids)
    .where('status', '=', 'sending')
    .execute()
}
