import { type Kysely, sql, type Transaction } from 'kysely'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { fewCredits } from './price.ts'

const creditRow = (db: Kysely<DB>, entity_id: string) =>
  db.selectFrom('platform.subscription').select('credit').where('entity_id', '=', entity_id)

/** Whether the organisation sends what costs credits: reminders by SMS, alerts of absence by WhatsApp, or announcements. */
const usesCredits = sql<boolean>`(
  exists (select from setting where (key = 'reminder' and value->'sms' = 'true')
    or (key = 'attendance' and value->'absence_alert'->'on' = 'true' and value->'absence_alert'->'whatsapp' = 'true'))
  or exists (select from announcement where channels && '{sms,whatsapp}' and deleted_at is null
    and (status in ('scheduled', 'sending') or started_at > now() - interval '90 days')))`

/** The remaining credits if few are left and the organisation sends what costs some; else null. In its schema. */
export async function fewCreditsOf(db: Kysely<DB>, entity_id: string): Promise<number | null> {
  const row = await creditRow(db, entity_id)
    .where('credit', '<', fewCredits)
    .where(usesCredits)
    .executeTakeFirst()
  return row?.credit ?? null
}

/** The remaining credits if the low-credit mail is due; null once enough were added. */
export async function warnedCreditsOf(db: Kysely<DB>, entity_id: string): Promise<number | null> {
  const row = await creditRow(db, entity_id).where('credit_warned_at', 'is not', null).executeTakeFirst()
  return row?.credit ?? null
}

/**
 * Enqueues the low-credit mail, once until enough credits are added. In the platform's schema or the organisation's own
 * transaction.
 */
export async function warnOfFewCredits(trx: Transaction<DB>, entity_id: string): Promise<void> {
  const warned = await trx
    .updateTable('platform.subscription')
    .set({ credit_warned_at: sql<Date>`now()` })
    .where('entity_id', '=', entity_id)
    .where('credit_warned_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (warned) await enqueueFor(trx, 'subscription.credit_low', [{ entity_id, payload: {} }])
}

/** Announces the next shortage again, where at least `enough` credits are left. */
export async function forgetWarning(trx: Transaction<DB>, entity_id: string, enough = 0): Promise<void> {
  await trx
    .updateTable('platform.subscription')
    .set({ credit_warned_at: null })
    .where('entity_id', '=', entity_id)
    .where('credit', '>=', enough)
    .where('credit_warned_at', 'is not', null)
    .execute()
}
