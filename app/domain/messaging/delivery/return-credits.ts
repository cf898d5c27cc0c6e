import { sql, type Transaction } from 'kysely'
import { returnCredits } from '#app/domain/platform/message-credits/move-credits.ts'
import type { DB } from '#db/types.ts'

// An announcement reserves its credits at once, and gets back at its end what did not go out. A message about an absence
// reserves its own (about: its id), and gets back each delivery when that fails.

/** A delivery that did not go out. */
export interface Unused {
  message_id: string
  channel: string
}

/**
 * Gives the credits of deliveries back that did not go out, each once: at once of a message about an absence, and of an
 * announcement that is over, whose used credits are counted anew. One that is still being sent does it at its end.
 */
export async function returnUnused(trx: Transaction<DB>, unused: readonly Unused[]): Promise<void> {
  if (unused.length === 0) return
  const messages = await trx
    .selectFrom('message')
    .leftJoin('announcement', 'announcement.id', 'message.announcement_id')
    .select(['message.id', 'message.announcement_id', 'announcement.finished_at'])
    .where('message.id', 'in', [...new Set(unused.map(({ message_id }) => message_id))])
    .execute()
  const known = new Map(messages.map((message) => [message.id, message]))
  for (const one of unused) {
    const { announcement_id = null, finished_at = null } = known.get(one.message_id) ?? {}
    if (announcement_id === null) await returnOf(trx, one, { about: 'absence', about_id: one.message_id })
    else if (finished_at !== null) await returnOfEnded(trx, announcement_id, one)
  }
}

async function returnOfEnded(trx: Transaction<DB>, announcement_id: string, one: Unused): Promise<void> {
  const credits = await returnOf(trx, one, { about: 'announcement', about_id: announcement_id })
  if (credits === 0) return
  await trx
    .updateTable('announcement')
    .set({ used_credits: sql<number>`used_credits - ${credits}` })
    .set({ status: sql<string>`case status when 'sent' then 'sent_with_errors' else status end` })
    .where('id', '=', announcement_id)
    .execute()
}

async function returnOf(
  trx: Transaction<DB>,
  { message_id, channel }: Unused,
  about: { about: 'absence' | 'announcement'; about_id: string },
): Promise<number> {
  const credits = await markReturned(trx, message_id, channel)
  await returnCredits(trx, { credits, ...about, key: keyOf(message_id, channel) })
  return credits
}

const keyOf = (message_id: string, channel: string) => `delivery:${message_id}:${channel}`

async function markReturned(trx: Transaction<DB>, message_id: string, channel: string): Promise<number> {
  const marked = await trx
    .updateTable('message_delivery')
    .set({ returned_credits: sql<number>`credits` })
    .where('message_id', '=', message_id)
    .where('channel', '=', channel)
    .where('returned_credits', '=', 0)
    .where('credits', '>', 0)
    .returning('credits')
    .executeTakeFirst()
  return marked?.credits ?? 0
}
