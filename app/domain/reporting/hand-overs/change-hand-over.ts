import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { countUses } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { handOverOf, isReadyToDo, peopleToAsk } from './find-hand-overs.ts'
import { type HandOverInput, type HandOverNoun, mailsOfPerson, quietMinutes } from './hand-over.ts'

/** How the request went: who was asked, or null for all who may, and how many mails leave. */
export interface Asked {
  name: string | null
  mailed: number
  /** A mail about it left a few minutes ago, so none leaves now. */
  mailed_before: boolean
}

/**
 * Asks a person, or all who may, to carry out a preview or an import that is ready and within the reach of who asks; asked
 * again, it renews who asks and what they say. Mails them, unless that was done within the last minutes, or this person has
 * set off too many mails of late. Refuses what is not
 * ready (hand_over.not_ready), a person who may not do it (hand_over.person), and where nobody else may
 * (hand_over.nobody).
 * @param mails whether any mail server sends the organisation's mail
 */
export async function askToDo(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
  { noun, id }: { noun: HandOverNoun; id: string },
  { asked_of, note }: HandOverInput,
  mails: boolean,
): Promise<Asked> {
  // One at a time for each object: the second finds whom the first has mailed.
  await trx.selectFrom(noun).select('id').where('id', '=', id).forUpdate().execute()
  if (!(await isReadyToDo(trx, noun, id))) throw new Refusal('hand_over.not_ready')
  const people = await peopleToAsk(trx, noun, actor.id).execute()
  if (people.length === 0) throw new Refusal('hand_over.nobody')
  const asked = asked_of === undefined ? people : people.filter((one) => one.id === asked_of)
  if (asked.length === 0) throw new Refusal('hand_over.person', 'asked_of')
  const before = await handOverOf(trx, noun, id)
  const reached = mails ? asked.filter(({ email }) => email !== null) : []
  const over = reached.length > 0 ? await countMails(trx, { noun, id }, actor) : undefined
  const mailed_before = over === 'object'
  const readers = over ? [] : reached
  const values = {
    ...{ asked_by: actor.id, asked_at: sql<Date>`now()`, asked_of: asked_of ?? null, note: note ?? null },
    ...(mailed_before
      ? {}
      : { mailed: readers.length, mailed_at: readers.length > 0 ? sql<Date>`now()` : null }),
  }
  const hand_over_id = before?.id ?? newId()
  if (before) await trx.updateTable('hand_over').set(values).where('id', '=', before.id).execute()
  else
    await trx
      .insertInto('hand_over')
      .values({ id: hand_over_id, [`${noun}_id`]: id, ...values })
      .execute()
  for (const { id: user_id } of readers) await enqueue(trx, 'hand_over.mail', { user_id, hand_over_id })
  const name = asked_of === undefined ? null : asked[0]!.name
  const after = { ...(name === null ? {} : { name }), ...(note === undefined ? {} : { note }) }
  await record(trx, actor, `${noun}.asked`, { type: noun, id }, { after })
  return { name, mailed: readers.length, mailed_before }
}

/**
 * Counts a round of mails; says by what it is one too many. Counted apart from the request, which may be withdrawn and made
 * again, and for a person over whatever they prepare.
 */
async function countMails(
  trx: Transaction<DB>,
  { noun, id }: { noun: HandOverNoun; id: string },
  actor: { id: string },
): Promise<'object' | 'person' | undefined> {
  const object = `hand-over:${noun}:${id}`
  const over = await countUses(trx, [
    { key: object, points: 1, seconds: quietMinutes * 60 },
    { key: `hand-over:by:${actor.id}`, ...mailsOfPerson },
  ])
  if (over === undefined) return undefined
  return over === object ? 'object' : 'person'
}

/** Withdraws the request of who made it; refuses anybody else, and where there is none (hand_over.not_yours). */
export async function withdrawAsking(
  trx: Transaction<DB>,
  actor: Actor,
  { noun, id }: { noun: HandOverNoun; id: string },
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('hand_over')
    .where(`${noun}_id`, '=', id)
    .where('asked_by', '=', actor.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('hand_over.not_yours')
  await record(trx, actor, `${noun}.asking_withdrawn`, { type: noun, id }, {})
}
