import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { InBoth } from '#app/domain/core/lists/columns.ts'
import { linkOnly, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import {
  type Channel,
  channels,
  type DeliveryStatus,
  deliveryStatuses,
  failures,
  suppressions,
} from '#app/domain/messaging/words.ts'
import type { DB } from '#db/types.ts'

/** Why something did not arrive. */
export const reasons = [...failures, ...suppressions] as const

/**
 * Announcements whose recipients a reader may see: all of them, those of the own branches, and those that somebody wrote.
 * Having received one shows nobody who else has.
 */
export function reportedAnnouncements(db: Kysely<DB>, { scope, user_id, branch_ids }: RowScope) {
  const query = db
    .selectFrom('announcement')
    .where('announcement.deleted_at', 'is', null)
    .where('announcement.is_test', '=', false)
  if (scope === 'all') return query
  return query.where((eb) =>
    eb.or([
      eb('announcement.created_by', '=', user_id),
      ...(scope === 'branch' ? [sql<boolean>`announcement.branch_id = any(${branch_ids}::uuid[])`] : []),
    ]),
  )
}

/** What became of each message of announcements, by recipient and channel. */
export const deliveryList = tenantList<Selected<typeof listed>>()({
  name: 'delivery',
  title: 'delivery.plural',
  access: { view: 'announcement.create', print: 'announcement.create' },
  columns: [
    { key: 'recipient', label: 'delivery.recipient', room: 'who', sort: true },
    { key: 'title', kind: 'title', label: 'delivery.announcement', room: 'widest' },
    { key: 'channel', label: 'delivery.channel', words: 'inbox.channel' },
    { key: 'address', label: 'delivery.address', room: 'wide' },
    { key: 'sent_at', label: 'delivery.sent_at', kind: 'instant', sort: true },
    { key: 'delivered_at', label: 'delivery.delivered_at', kind: 'instant', only: 'file' },
    { key: 'read_at', label: 'delivery.read_at', kind: 'instant', only: 'file' },
    { key: 'reason', label: 'delivery.reason', words: 'delivery.reasons', room: 'table' },
    { key: 'status', label: 'delivery.status', kind: 'status', words: 'delivery.statuses', sort: true },
  ],
  filters: {
    channel: oneOf('delivery.channel', channels, 'inbox.channel'),
    status: oneOf('delivery.status', deliveryStatuses, 'delivery.statuses'),
    reason: oneOf('delivery.reason', reasons, 'delivery.reasons'),
    announcement: linkOnly(z.uuid()),
  },
  tabs: { filter: 'status', column: 'status' },
  defaultSort: 'recipient',
  query(db, { scope }, { q, channel, status, reason, announcement }) {
    let query = listed(db, scope)
    if (announcement) query = query.where('message.announcement_id', '=', announcement)
    if (channel) query = query.where('delivery.channel', '=', channel)
    if (status) query = query.where(shownStatus, '=', status)
    if (reason) query = query.where('delivery.reason', '=', reason)
    if (q) query = query.where((eb) => contains(eb, q, ['message.name', 'delivery.address']))
    return query
  },
})

/** In-app is read when somebody has opened the message. */
const shownStatus = sql<DeliveryStatus>`case when delivery.channel = 'inapp' and message.read_at is not null then 'read'
  else delivery.status end`

function listed(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('message_delivery as delivery')
    .innerJoin('message', 'message.id', 'delivery.message_id')
    .innerJoin('announcement', 'announcement.id', 'message.announcement_id')
    .select(sql<string>`message.id || ':' || delivery.channel`.as('id'))
    .select(['message.parent_id', 'message.user_id', 'message.name as recipient', 'delivery.channel'])
    .select(
      sql<InBoth>`jsonb_build_object('en', announcement.title_en, 'my', announcement.title_my)`.as('title'),
    )
    .select(['delivery.address', 'delivery.reason', 'delivery.sent_at', 'delivery.delivered_at'])
    .select(sql<Date | null>`coalesce(delivery.read_at, message.read_at)`.as('read_at'))
    .select(shownStatus.as('status'))
    .where('message.announcement_id', 'in', reportedAnnouncements(db, scope).select('announcement.id'))
}

/**
 * An announcement with the number of its deliveries by channel and status; undefined when it is not within the scope. `busy`: it
 * is being sent.
 */
export async function deliverySums(db: Kysely<DB>, scope: RowScope, id: string) {
  const announcement = await reportedAnnouncements(db, scope)
    .select(['id', 'title_en', 'title_my', 'status', 'finished_at', 'started_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!announcement) return undefined
  const rows = await db
    .selectFrom('message_delivery as delivery')
    .innerJoin('message', 'message.id', 'delivery.message_id')
    .select('delivery.channel')
    .select(shownStatus.as('status'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('message.announcement_id', '=', id)
    .groupBy(['delivery.channel', sql`2`])
    .execute()
  const { title_en, title_my, status, finished_at, started_at } = announcement
  return {
    ...{ id, title: { en: title_en ?? title_my ?? '', my: title_my ?? title_en ?? '' }, status },
    busy: started_at !== null && finished_at === null,
    channels: channels
      .map((channel) => ({ channel, counts: countsOf(rows, channel) }))
      .filter(({ counts }) => Object.keys(counts).length > 0),
  }
}

function countsOf(
  rows: readonly { channel: string; status: DeliveryStatus; count: number }[],
  channel: Channel,
): Partial<Record<DeliveryStatus, number>> {
  const own = rows.filter((row) => row.channel === channel)
  return Object.fromEntries(own.map(({ status, count }) => [status, Number(count)]))
}
