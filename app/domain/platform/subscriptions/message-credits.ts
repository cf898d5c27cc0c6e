import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { fewCredits } from './subscription.ts'

const creditRow = (db: Kysely<DB>, entity_id: string) =>
  db.selectFrom('platform.subscription').select('credit').where('entity_id', '=', entity_id)

/** An organisation's remaining message credits. */
export const creditsOf = async (db: Kysely<DB>, entity_id: string): Promise<number> =>
  (await creditRow(db, entity_id).executeTakeFirst())?.credit ?? 0

/** The remaining credits if SMS reminders are on and few credits are left; else null. */
export async function fewCreditsOf(db: Kysely<DB>, entity_id: string): Promise<number | null> {
  const row = await creditRow(db, entity_id)
    .where('credit', '<', fewCredits)
    .where(sql<boolean>`exists (select from setting where key = 'reminder' and value->'sms' = 'true')`)
    .executeTakeFirst()
  return row?.credit ?? null
}

/** The remaining credits if the low-credit mail is due; null once enough were added. */
export async function warnedCreditsOf(db: Kysely<DB>, entity_id: string): Promise<number | null> {
  const row = await creditRow(db, entity_id).where('credit_warned_at', 'is not', null).executeTakeFirst()
  return row?.credit ?? null
}

/**
 * Pays for a message; false, taking nothing, when there are too few credits. Enqueues the low-credit mail at the first message
 * that leaves few credits or finds too few. Runs in the platform's schema.
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

/** Enqueues the low-credit mail once until enough credits are added. */
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
 * Refunds the credits of a message that was certainly not sent. The low-credit warning is not reset, since no credits were
 * added. Runs in the platform's schema.
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
 * Columns to set when credits are added (or removed, if negative); with enough credits the next shortage is announced again.
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

/** The same for the credits of a new year, however few: a shortage is announced each year. */
export const creditsOfYear = (credits: number) => ({
  ...creditsAdded(credits),
  ...(credits > 0 ? { credit_warned_at: null } : {}),
})
