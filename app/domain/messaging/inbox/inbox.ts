import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** Whose messages: those of the account and, for a parent, those of the family. */
export type InboxOwner = Pick<RowScope, 'user_id' | 'parent_id'>

export const inboxPageSize = 25

/** What an address of the inbox says; anything else is ignored. */
export const inboxSearch = z.object({
  show: z.enum(['unread']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})

/** In-app messages that arrived; what waits or was stopped is not shown. */
const arrived = sql<boolean>`exists (select from message_delivery
  where message_delivery.message_id = message.id and message_delivery.channel = 'inapp'
    and message_delivery.status in ('sent', 'delivered', 'read'))`

function ownMessages(db: Kysely<DB>, { user_id, parent_id }: InboxOwner) {
  return db
    .selectFrom('message')
    .where((eb) =>
      eb.or([
        eb('message.user_id', '=', user_id),
        ...(parent_id ? [eb('message.parent_id', '=', parent_id)] : []),
      ]),
    )
    .where(arrived)
}

/** A page of the inbox, the latest first, with how many there are and how many of them are unread. */
export async function inboxPage(
  db: Kysely<DB>,
  owner: InboxOwner,
  { show, page }: z.output<typeof inboxSearch>,
) {
  const own = ownMessages(db, owner)
  const shown = show === 'unread' ? own.where('message.read_at', 'is', null) : own
  const [rows, counts] = await Promise.all([
    shown
      .select(['message.id', 'message.kind', 'message.created_at', 'message.read_at'])
      .orderBy('message.created_at', 'desc')
      .orderBy('message.id', 'desc')
      .limit(inboxPageSize)
      .offset((page - 1) * inboxPageSize)
      .execute(),
    own
      .select([
        sql<number>`count(*)::int`.as('all'),
        sql<number>`(count(*) filter (where message.read_at is null))::int`.as('unread'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { rows, ...counts, total: show === 'unread' ? counts.unread : counts.all }
}

/** The latest ones for the first page after signing in: of a parent all, of others those that are unread. */
export function latestMessages(db: Kysely<DB>, owner: InboxOwner, most: number) {
  const own = ownMessages(db, owner)
  return (owner.parent_id ? own : own.where('message.read_at', 'is', null))
    .select(['message.id', 'message.kind', 'message.created_at', 'message.read_at'])
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(most)
    .execute()
}

/** One of the reader's own. Refuses with not_found.message. */
export async function ownMessage(db: Kysely<DB>, owner: InboxOwner, id: string) {
  const row = await ownMessages(db, owner)
    .select(['message.id', 'message.kind', 'message.name', 'message.locale'])
    .select(['message.created_at', 'message.read_at'])
    .where('message.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.message')
  return row
}

/** Marks one of the reader's own as read. What is read stays read since then, so twice is harmless. */
export async function markRead(trx: Transaction<DB>, owner: InboxOwner, id: string): Promise<void> {
  await markThese(trx, owner, id)
}

/** Marks all of the reader's own as read; returns how many were not. */
export const markAllRead = (trx: Transaction<DB>, owner: InboxOwner): Promise<number> => markThese(trx, owner)

async function markThese(trx: Transaction<DB>, owner: InboxOwner, id?: string): Promise<number> {
  const unread = ownMessages(trx, owner).where('message.read_at', 'is', null).select('message.id')
  const marked = await trx
    .updateTable('message')
    .set({ read_at: sql<Date>`now()` })
    .where('read_at', 'is', null)
    .where('id', 'in', id === undefined ? unread : unread.where('message.id', '=', id))
    .returning('id')
    .execute()
  if (marked.length === 0) return 0
  await trx
    .updateTable('message_delivery')
    .set({ status: 'read', read_at: sql<Date>`now()` })
    .where('channel', '=', 'inapp')
    .where('status', 'in', ['sent', 'delivered'])
    .where(sql<boolean>`message_id = any(${marked.map((one) => one.id)}::uuid[])`)
    .execute()
  return marked.length
}

/** A picture or attachment of an announcement among the reader's messages. Refuses with not_found.file. */
export async function ownFile(db: Kysely<DB>, owner: InboxOwner, file_id: string) {
  const row = await fileOf(db, file_id)
    .where(
      'announcement_file.announcement_id',
      'in',
      ownMessages(db, owner).select('message.announcement_id'),
    )
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.file')
  return row
}

/** A file of an announcement; the same file may be one of several, so who may read it is asked of each. */
export function fileOf(db: Kysely<DB>, file_id: string) {
  return db
    .selectFrom('announcement_file')
    .innerJoin('stored_file', 'stored_file.id', 'announcement_file.file_id')
    .select(['announcement_file.kind', 'announcement_file.name'])
    .select(['stored_file.storage_key', 'stored_file.content_type', 'stored_file.size_bytes'])
    .where('announcement_file.file_id', '=', file_id)
    .limit(1)
}
