import { sql, type Transaction } from 'kysely'
import { returnCredits } from '#app/domain/platform/message-credits/move-credits.ts'
import type { DB } from '#db/types.ts'

// An announcement reserves its credits at once, and gets back at its end what did not go out. A message about an absence
// reserves its own (about: its id), and gets back each delivery when that fails.

/** A delivery whose credits may come back. */
export interface Owed {
  message_id: string
  credits: number
}

/** Gives the credits of deliveries about absences back, each once. */
export async function returnOfAbsences(
  trx: Transaction<DB>,
  owed: readonly (Owed & { channel: string })[],
): Promise<void> {
  for (const { message_id, channel } of owed) {
    const credits = await markReturned(trx, message_id, channel)
    await returnCredits(trx, {
      credits,
      about: 'absence',
      about_id: message_id,
      key: keyOf(message_id, channel),
    })
  }
}

/** Those of one delivery of an announcement that is over already; counts what it used anew. */
export async function returnOfEnded(
  trx: Transaction<DB>,
  { announcement_id, message_id, channel }: { announcement_id: string; message_id: string; channel: string },
): Promise<void> {
  const credits = await markReturned(trx, message_id, channel)
  if (credits === 0) return
  await trx
    .updateTable('announcement')
    .set({ used_credits: sql<number>`used_credits - ${credits}` })
    .set({ status: sql<string>`case status when 'sent' then 'sent_with_errors' else status end` })
    .where('id', '=', announcement_id)
    .execute()
  const key = keyOf(message_id, channel)
  await returnCredits(trx, { credits, about: 'announcement', about_id: announcement_id, key })
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
