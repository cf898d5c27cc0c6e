import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Channel, DeliveryStatus } from '#app/domain/messaging/words.ts'
import { reachedParents } from '#app/domain/people/parents/find-parents.ts'
import type { DB } from '#db/types.ts'
import { fileOf } from './inbox.ts'

/** What became of a message on one channel. */
export interface FamilyDelivery {
  channel: Channel
  status: DeliveryStatus
  reason: string | null
  address: string | null
  /** When it last changed. */
  at: string | null
}

/** The most that the office sees of a family, the latest first. */
export const mostMessages = 50

/** Messages of families that the scope reaches, each with its deliveries. */
function messagesIn(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('message')
    .innerJoin('parent', 'parent.id', 'message.parent_id')
    .where('message.parent_id', 'in', reachedParents(db, scope).select('parent.id'))
    .select(['message.id', 'message.kind', 'message.created_at', 'message.read_at', 'message.locale'])
    .select(['message.announcement_id', 'parent.id as parent_id', 'parent.name as parent'])
    .select(
      sql<
        FamilyDelivery[]
      >`coalesce((select jsonb_agg(jsonb_build_object('channel', channel, 'status', status,
          'reason', reason, 'address', address,
          'at', coalesce(message_delivery.read_at, delivered_at, failed_at, sent_at))
          order by array_position(array['inapp','email','sms','whatsapp'], channel))
        from message_delivery where message_delivery.message_id = message.id), '[]')`.as('deliveries'),
    )
}

/** What a family received, the latest first. */
export const messagesOfFamily = (db: Kysely<DB>, scope: RowScope, parent_id: string) =>
  messagesIn(db, scope)
    .where('message.parent_id', '=', parent_id)
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(mostMessages)
    .execute()

/** One of a family within reach. Refuses with not_found.message. */
export async function familyMessageOf(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await messagesIn(db, scope).where('message.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.message')
  return row
}

/** How many messages a family has, the last one, and the channels that it has left; for the line on its page. */
export async function messageLineOf(db: Kysely<DB>, parent_id: string) {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('message')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('parent_id', '=', parent_id)
        .as('count'),
      eb
        .selectFrom('message')
        .select(sql<Date>`max(created_at)`.as('at'))
        .where('parent_id', '=', parent_id)
        .as('last_at'),
      eb
        .selectFrom('message_opt_out')
        .select(sql<string[] | null>`array_agg(channel order by channel)`.as('left'))
        .where('parent_id', '=', parent_id)
        .as('left'),
    ])
    .executeTakeFirstOrThrow()
  return { count: row.count ?? 0, last_at: row.last_at, left: row.left ?? [] }
}

/** A file of an announcement that a family within reach received. Refuses with not_found.file. */
export async function familyMessageFile(db: Kysely<DB>, scope: RowScope, file_id: string) {
  const row = await fileOf(db, file_id)
    .where(
      'announcement_file.announcement_id',
      'in',
      db
        .selectFrom('message')
        .select('message.announcement_id')
        .where('message.parent_id', 'in', reachedParents(db, scope).select('parent.id')),
    )
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.file')
  return row
}
