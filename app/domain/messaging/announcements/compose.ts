import type { Kysely } from 'kysely'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { ComposedMessage } from '#app/domain/messaging/words.ts'
import type { DB } from '#db/types.ts'

/** What a message is written with. */
export interface ComposeSetting {
  entity: { id: string }
  /** The organisation's own, such as `https://melati.lunas.my`. */
  origin: string
  keys: Keys
}

/**
 * What leaves of each of these messages, which are all of announcements, by the id of the message. One that is gone is
 * left out. A few statements for any number of messages.
 */
export async function composeAnnouncements(
  db: Kysely<DB>,
  message_ids: readonly string[],
  setting: ComposeSetting,
): Promise<Map<string, ComposedMessage>> {
  throw new Error(`not composed yet: ${message_ids.length} ${setting.origin} ${db}`)
}
