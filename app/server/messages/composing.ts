import type { Kysely } from 'kysely'
import { composed } from '#app/domain/messaging/inbox/composed.ts'
import { latestMessages } from '#app/domain/messaging/inbox/inbox.ts'
import { messageWords } from '#app/i18n/message-words.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { DB } from '#db/types.ts'

/** What a message is composed with in a request. */
export const composingFor = (context: RequestContext) => ({
  entity: { id: tenantOf(context).id },
  origin: context.site.origin,
  words: messageWords,
})

/** What each of the reader's own messages says, in the language of the page, by its id. */
export const readMessages = (
  db: Kysely<DB>,
  messages: readonly { id: string; kind: string }[],
  context: RequestContext,
) => composed(db, messages, { ...composingFor(context), reads: context.locale })

/** Whose inbox a request is about. */
export const inboxOwnerOf = ({ actor }: RequestContext) => ({
  user_id: actor.id!,
  parent_id: actor.parent_id,
})

/** Messages that the first page shows. */
const most = 3

/** The latest messages with their subjects; none costs one query. */
export async function latestFor(context: RequestContext) {
  const db = await context.read()
  const rows = await latestMessages(db, inboxOwnerOf(context), most)
  const words = await readMessages(db, rows, context)
  return rows.map((row) => ({ ...row, subject: words.get(row.id)?.subject ?? null }))
}
