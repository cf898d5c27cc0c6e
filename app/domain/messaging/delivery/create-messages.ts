import { sql, type Transaction } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reserveCredits } from '#app/domain/platform/message-credits/move-credits.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { idFrom, newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { NewMessage, SentChannel } from '../words.ts'

export interface KeyedMessage extends NewMessage {
  /** What is made once under this key, such as `absence <session> <student>`; an announcement is one for each recipient anyway. */
  key?: string
}

/**
 * Makes messages with their deliveries; returns the ids of those that were not there yet. Twice is harmless: an announcement
 * has one message for each parent and each account, any other one for each `key`, and what is there stays as it is. In-app is
 * delivered by being made. An announcement that was stopped or is over gets none. An announcement has reserved its credits when it
 * began; a message about an absence reserves its own here, and where there are too few, its deliveries that cost are suppressed
 * (no_credit). At most about 1,000 at a time. Nothing leaves before `enqueueDeliveries` or `finishMessages`.
 */
export async function createMessages(
  trx: Transaction<DB>,
  messages: readonly KeyedMessage[],
): Promise<string[]> {
  const open = await openAnnouncements(trx, messages)
  const wanted = messages.filter(
    ({ announcement_id }) => announcement_id === null || open.has(announcement_id),
  )
  if (wanted.length === 0) return []
  const leaves = ({ channel, suppressed }: NewMessage['deliveries'][number]) =>
    channel !== 'inapp' && !suppressed
  if (wanted.some(({ deliveries }) => deliveries.some(leaves))) await watchDeliveries(trx)
  const rows = wanted.map((message) => ({
    id: message.key ? idFrom('message', message.key) : newId(),
    message,
  }))
  const made = await trx
    .insertInto('message')
    .values(
      rows.map(({ id, message: { kind, announcement_id, parent_id, user_id, name, locale, facts } }) => ({
        ...{ id, kind, announcement_id, parent_id, user_id, name, locale },
        facts: JSON.stringify(facts),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const isMade = new Set(made.map(({ id }) => id))
  const deliveries: (NewMessage['deliveries'][number] & { id: string })[] = []
  for (const { id, message } of rows.filter(({ id }) => isMade.has(id))) {
    const isPaid = message.kind === 'announcement' || (await reserveOwn(trx, id, message))
    for (const delivery of message.deliveries)
      deliveries.push({
        id,
        ...delivery,
        ...(!isPaid && delivery.credits > 0 && { suppressed: 'no_credit', credits: 0 }),
      })
  }
  if (deliveries.length > 0)
    await trx
      .insertInto('message_delivery')
      .values(
        deliveries.map(({ id, channel, address, credits, suppressed }) => ({
          ...{ message_id: id, channel, address, credits },
          ...(suppressed
            ? { status: 'suppressed', reason: suppressed }
            : channel === 'inapp'
              ? { status: 'delivered', sent_at: sql<Date>`now()`, delivered_at: sql<Date>`now()` }
              : { status: 'queued', next_at: sql<Date>`now()` }),
        })),
      )
      .execute()
  return [...isMade]
}

/**
 * Something of the organisation waits: until `wakeDeliveries` finds that nothing does, it is looked after. Also of an
 * announcement that may end without anything to send. To be called before credits are reserved: `wakeDeliveries` too locks
 * first what is watched and then the balance, and the two would deadlock.
 */
export async function watchDeliveries(trx: Transaction<DB>): Promise<void> {
  await trx
    .insertInto('platform.message_watch')
    .values({ since: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('entity_id').doUpdateSet({ since: sql<Date>`now()` }))
    .execute()
}

/** Those that are being sent; they stay so until the transaction ends. */
async function openAnnouncements(
  trx: Transaction<DB>,
  messages: readonly NewMessage[],
): Promise<Set<string>> {
  const ids = new Set(messages.flatMap(({ announcement_id }) => announcement_id ?? []))
  if (ids.size === 0) return new Set()
  const open = await trx
    .selectFrom('announcement')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', 'sending')
    .where('stopped_at', 'is', null)
    .forShare()
    .execute()
  return new Set(open.map(({ id }) => id))
}

/** Reserves what a message costs that no announcement has reserved for; false when there are too few credits. */
async function reserveOwn(trx: Transaction<DB>, id: string, { deliveries }: NewMessage): Promise<boolean> {
  const credits = deliveries.reduce((sum, { credits, suppressed }) => sum + (suppressed ? 0 : credits), 0)
  try {
    await reserveCredits(trx, { credits, about: 'absence', about_id: id, key: `absence:${id}` })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'credit.insufficient') return false
    throw error
  }
}

/** Asks for the sending of whatever waits, on each channel on which something does, in the transaction that made it. */
export async function enqueueDeliveries(trx: Transaction<DB>): Promise<void> {
  const waiting = await trx
    .selectFrom('message_delivery')
    .select('channel')
    .distinct()
    .where('status', 'in', ['queued', 'sending'])
    .execute()
  for (const { channel } of waiting)
    await enqueue(trx, 'message.deliver', { channel: channel as SentChannel })
}

/**
 * All messages of an announcement are made: to be called in the transaction of the last batch, in place of
 * `enqueueDeliveries`. Only from here on the announcement may end, which it does once nothing of it waits any more.
 */
export async function finishMessages(trx: Transaction<DB>, announcement_id: string): Promise<void> {
  await trx
    .updateTable('announcement')
    .set({ prepared_at: sql<Date>`coalesce(prepared_at, now())` })
    .where('id', '=', announcement_id)
    .execute()
  await watchDeliveries(trx)
  await enqueueDeliveries(trx)
  // Also where nothing waits: the run finds that the announcement is over.
  await enqueue(trx, 'message.deliver', { channel: 'email' })
}
