import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { fewCredits } from './low.ts'

const held = (db: Kysely<DB>, entity_id: string) =>
  db.selectFrom('platform.subscription').select('credit').where('entity_id', '=', entity_id)

/** Message credits that an organisation has left. */
export const creditsOf = async (db: Kysely<DB>, entity_id: string): Promise<number> =>
  (await held(db, entity_id).executeTakeFirst())?.credit ?? 0

/** How many there are where SMS are to be paid with them and few are left; else null. */
export async function fewCreditsOf(db: Kysely<DB>, entity_id: string): Promise<number | null> {
  const row = await held(db, entity_id)
    .where('credit', '<', fewCredits)
    .where(sql<boolean>`exists (select from setting where key = 'reminder' and value->'sms' = 'true')`)
    .executeTakeFirst()
  return row?.credit ?? null
}

/** How many there are where those in charge are to be told that few are; null once enough were added. */
export async function warnedCreditsOf(db: Kysely<DB>, entity_id: string): Promise<number | null> {
  const row = await held(db, entity_id).where('credit_warned_at', 'is not', null).executeTakeFirst()
  return row?.credit ?? null
}

/**
 * Pays for a message; false when there are too few, and then none is taken. Those in charge are told of the first message
 * after which few are left, or for which there was nothing. At the platform's place.
 */
export async function takeCredits(
  trx: Transaction<DB>,
  entity_id: string,
  credits: number,
): Promise<boolean> {
  const taken = await trx
    .updateTable('platform.subscription')
    .set({ credit: sql<number>`credit - ${credits}` })
    .where('entity_id', '=', entity_id)
    .where('credit', '>=', credits)
    .returning('credit')
    .executeTakeFirst()
  if (!taken || taken.credit < fewCredits) await warn(trx, entity_id)
  return taken !== undefined
}

/** Once until enough were added, however many messages find few of them. */
async function warn(trx: Transaction<DB>, entity_id: string): Promise<void> {
  const warned = await trx
    .updateTable('platform.subscription')
    .set({ credit_warned_at: sql<Date>`now()` })
    .where('entity_id', '=', entity_id)
    .where('credit_warned_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (warned) await enqueueFor(trx, 'subscription.credit_low', [{ entity_id, payload: {} }])
}

/**
 * Those of a message that has certainly not gone out. At the platform's place. They were there before, so nobody is warned
 * anew whose last try to send brought them back over the limit.
 */
export async function giveCreditsBack(
  trx: Transaction<DB>,
  entity_id: string,
  credits: number,
): Promise<void> {
  await trx
    .updateTable('platform.subscription')
    .set({ credit: sql<number>`credit + ${credits}` })
    .where('entity_id', '=', entity_id)
    .execute()
}

/**
 * What changes of a subscription that gets credits (less than nothing: loses some); with enough of them, the next shortage
 * is told.
 */
export function creditsAdded(credits: number): {
  credit: RawBuilder<number>
  credit_warned_at: RawBuilder<Date | null>
} {
  const credit = sql<number>`subscription.credit + ${credits}`
  return {
    credit,
    credit_warned_at: sql`case when ${credit} < ${sql.lit(fewCredits)} then subscription.credit_warned_at end`,
  }
}

/** The same with those of a new year, however few: that they come to an end is told each year. */
export const creditsOfYear = (credits: number) => ({
  ...creditsAdded(credits),
  ...(credits > 0 ? { credit_warned_at: null } : {}),
})
