import type { Kysely } from 'kysely'
import { type ComposeSetting, composeAnnouncements } from '#app/domain/messaging/announcements/compose.ts'
import type { ComposedMessage } from '#app/domain/messaging/words.ts'
import type { DB } from '#db/types.ts'

/** What each of these messages says to its reader, by its id, whatever it is about; one that cannot be composed is left out. */
export async function composed(
  db: Kysely<DB>,
  messages: readonly { id: string; kind: string }[],
  setting: ComposeSetting,
): Promise<Map<string, ComposedMessage>> {
  const of = (kind: string) => messages.filter((one) => one.kind === kind).map(({ id }) => id)
  const announcements = of('announcement')
  return announcements.length > 0 ? composeAnnouncements(db, announcements, setting) : new Map()
}
