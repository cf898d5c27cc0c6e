import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { databaseTime, todayInSql } from '#app/domain/core/clock.ts'
import type { Report, ReportedStatus } from '#app/integrations/sms/reports.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { returnUnused } from './return-credits.ts'

/** Whose message a report is about. */
export interface Reported {
  entity_id: string
  message_id: string
}

/**
 * Finds the message that a gateway reports on, by our reference or else by the gateway's id; undefined when nobody knows it. In
 * the platform's schema.
 */
export async function reportedMessage(
  db: Kysely<DB>,
  channel: 'sms' | 'whatsapp',
  { reference, id }: { reference: string | undefined; id: string | undefined },
): Promise<Reported | undefined> {
  const known = db
    .selectFrom('platform.message_reference')
    .select(['entity_id', 'message_id'])
    .where('channel', '=', channel)
  const own = reference !== undefined && isId(reference) ? reference : undefined
  const found = own && (await known.where('reference', '=', own).executeTakeFirst())
  if (found || id === undefined) return found || undefined
  return known.where('gateway_id', '=', id).orderBy('created_at', 'desc').executeTakeFirst()
}

/**
 * Reports may come twice and in any order: a message moves only forward, from sent over delivered to read, and one that was
 * delivered does not fail any more. One of which nobody knew whether it went out is told by its report. Returns whether
 * anything changed. Credits of one that fails come back if it was sent within the last day, once.
 */
export async function applyReport(
  trx: Transaction<DB>,
  channel: 'sms' | 'whatsapp',
  message_id: string,
  { status, isNumber }: { status: ReportedStatus; isNumber: boolean },
): Promise<boolean> {
  if (status === 'failed') return fail(trx, channel, message_id, isNumber)
  const before = {
    sent: sql<boolean>`status = 'sending' or (status = 'queued' and attempts > 0)`,
    delivered: sql<boolean>`status in ('sending','sent') or (status = 'queued' and attempts > 0)
      or (status = 'failed' and reason = 'unsure')`,
    read: sql<boolean>`status in ('sending','sent','delivered') or (status = 'queued' and attempts > 0)
      or (status = 'failed' and reason = 'unsure')`,
  }
  const now = sql<Date>`now()`
  const changed = await trx
    .updateTable('message_delivery')
    .set({ status, reason: null, failed_at: null, sent_at: sql<Date>`coalesce(sent_at, now())` })
    .$if(status !== 'sent', (query) => query.set({ delivered_at: sql<Date>`coalesce(delivered_at, now())` }))
    .$if(status === 'read', (query) => query.set({ read_at: now }))
    .where('channel', '=', channel)
    .where('message_id', '=', message_id)
    .where(sql<boolean>`(${before[status]})`)
    .returning('message_id')
    .executeTakeFirst()
  return changed !== undefined
}

async function fail(
  trx: Transaction<DB>,
  channel: 'sms' | 'whatsapp',
  message_id: string,
  isNumber: boolean,
): Promise<boolean> {
  const message = await trx
    .selectFrom('message')
    .select('announcement_id')
    .where('id', '=', message_id)
    .executeTakeFirst()
  if (!message) return false
  const { announcement_id } = message
  // In the order in which an announcement ends: itself, then its deliveries.
  if (announcement_id !== null)
    await trx.selectFrom('announcement').select('id').where('id', '=', announcement_id).forUpdate().execute()
  const failed = await trx
    .updateTable('message_delivery')
    .set({ status: 'failed', reason: isNumber ? 'number' : 'undelivered', failed_at: sql<Date>`now()` })
    .where('channel', '=', channel)
    .where('message_id', '=', message_id)
    .where(
      sql<boolean>`(status in ('sending','sent') or (status = 'queued' and attempts > 0)
        or (status = 'failed' and reason = 'unsure'))`,
    )
    .returning([
      'credits',
      sql<boolean>`coalesce(sent_at, claimed_at) > now() - interval '1 day'`.as('in_time'),
    ])
    .executeTakeFirst()
  if (!failed) return false
  if (failed.in_time) await returnUnused(trx, [{ message_id, channel }])
  return true
}

const isId = (text: string) => z.uuid().safeParse(text).success

/** Until a report of an unknown message is looked at again: the gateway's id may be on its way to us. */
const lateMs = 15_000

/** Has a report of a message that nobody knows looked at once more; in the platform's schema. */
export async function enqueueReport(
  trx: Transaction<DB>,
  channel: 'sms' | 'whatsapp',
  { id, reference, status, isNumber }: Report,
): Promise<void> {
  const time = await databaseTime(trx)
  const report = { channel, id: id ?? null, reference: reference ?? null, status, is_number: isNumber }
  await enqueue(trx, 'message.report', report, new Date(time.getTime() + lateMs))
}

/** Counts a report of a message that nobody knows, by the day; in the platform's schema. */
export async function countUnknownReport(trx: Transaction<DB>, channel: 'sms' | 'whatsapp'): Promise<void> {
  await trx
    .insertInto('platform.message_report_unknown')
    .values({ day: todayInSql, channel, reports: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'channel'])
        .doUpdateSet({ reports: sql<number>`message_report_unknown.reports + 1` }),
    )
    .execute()
}
