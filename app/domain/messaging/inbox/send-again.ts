import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { leavableChannels } from '#app/domain/core/contact/opted-out.ts'
import { isMobile } from '#app/domain/core/contact/phone.ts'
import { firstAddress } from '#app/domain/core/letters/recipients.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { whatsAppCredits } from '#app/domain/messaging/announcements/announcement.ts'
import type { ComposeSetting } from '#app/domain/messaging/announcements/compose.ts'
import { enqueueDeliveries, watchDeliveries } from '#app/domain/messaging/delivery/create-messages.ts'
import { channelsOf } from '#app/domain/messaging/opt-outs/channels.ts'
import { smsCredits } from '#app/domain/messaging/texts/sms-credits.ts'
import type { ComposedMessage, SentChannel } from '#app/domain/messaging/words.ts'
import { reserveCredits } from '#app/domain/platform/message-credits/move-credits.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { composed } from './composed.ts'
import { familyMessageOf } from './family-messages.ts'

export const againForm = z.object({ channel: z.enum(leavableChannels) })

/** A channel by which one message can be sent to its family once more. */
export interface AgainChoice {
  channel: SentChannel
  /** Where it would go; null where nothing is on file. */
  address: string | null
  /** Message credits. */
  credits: number
  /** Why not, as the end of a code `message.again.…`. */
  not: 'no_address' | 'opted_out' | 'no_text' | null
}

/** What each channel would cost, and which cannot be used; a channel for which the message has no text is left out. */
export async function againChoices(
  db: Kysely<DB>,
  parent_id: string,
  words: ComposedMessage | undefined,
): Promise<AgainChoice[]> {
  const found = await channelsOf(db, { parent_id, user_id: null })
  if (!found || !words) return []
  return found.channels.flatMap(({ channel, address: on_file, wanted }): AgainChoice[] => {
    const credits = creditsOf(channel, words)
    if (credits === null) return []
    const address =
      channel === 'email' ? firstAddress(on_file) : on_file && isMobile(on_file) ? on_file : null
    return [
      { channel, address, credits, not: !wanted ? 'opted_out' : address === null ? 'no_address' : null },
    ]
  })
}

/** Null for a channel that has no text, or none that may leave. */
function creditsOf(channel: SentChannel, { sms, whatsapp }: ComposedMessage): number | null {
  if (channel === 'email') return 0
  if (channel === 'whatsapp') return whatsapp ? whatsAppCredits : null
  return sms ? smsCredits(sms) : null
}

/**
 * Sends a message that a family received once more, by a channel of the office's choice: as a message of its own, with its own
 * credits, to the address that is on file now. Refuses with not_found.message, message.again.no_text, .no_address and
 * .opted_out (nobody overrides what a family said), message.again.sending while its announcement is still being sent, and
 * credit.insufficient.
 */
export async function sendMessageAgain(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  channel: SentChannel,
  setting: ComposeSetting,
): Promise<{ parent_id: string }> {
  const message = await familyMessageOf(trx, scope, id)
  const { parent_id, announcement_id, parent } = message
  // Its credits are counted at its end; what is added later is added to both.
  const announcement =
    announcement_id &&
    (await trx
      .selectFrom('announcement')
      .select('finished_at')
      .where('id', '=', announcement_id)
      .forUpdate()
      .executeTakeFirstOrThrow())
  if (announcement && !announcement.finished_at) throw new Refusal('message.again.sending')
  const words = (await composed(trx, [message], setting)).get(id)
  const choice = (await againChoices(trx, parent_id, words)).find((one) => one.channel === channel)
  if (!choice) throw new Refusal('message.again.no_text')
  if (choice.not) throw new Refusal(`message.again.${choice.not}`)
  const { address, credits } = choice
  await watchDeliveries(trx)
  const copy = newId()
  await trx
    .insertInto('message')
    .columns(['id', 'kind', 'announcement_id', 'parent_id', 'name', 'locale', 'facts', 'again_of_id'])
    .expression((eb) =>
      eb
        .selectFrom('message')
        .select([
          sql<string>`${copy}::uuid`.as('id'),
          'kind',
          'announcement_id',
          'parent_id',
          'name',
          'locale',
        ])
        .select(['facts', sql<string>`coalesce(again_of_id, id)`.as('again_of_id')])
        .where('id', '=', id),
    )
    .execute()
  await trx
    .insertInto('message_delivery')
    .values({ message_id: copy, channel, address, credits, status: 'queued', next_at: sql<Date>`now()` })
    .execute()
  await reserveCredits(trx, {
    credits,
    ...(announcement_id
      ? { about: 'announcement', about_id: announcement_id }
      : { about: 'absence', about_id: copy }),
    key: `again:${copy}`,
    by: actor,
  })
  if (announcement_id && credits > 0)
    await trx
      .updateTable('announcement')
      .set({ reserved_credits: sql<number>`reserved_credits + ${credits}` })
      .set({ used_credits: sql<number>`coalesce(used_credits, 0) + ${credits}` })
      .where('id', '=', announcement_id)
      .execute()
  await record(
    trx,
    actor,
    'message.sent_again',
    { type: 'parent', id: parent_id },
    named(parent, { after: { message: id, channel, credits } }),
  )
  await enqueueDeliveries(trx)
  return { parent_id }
}
