import { type Kysely, sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { returnCredits } from '#app/domain/platform/message-credits/move-credits.ts'
import type { DB } from '#db/types.ts'

/**
 * Ends the announcements of which nothing waits any more, those that were cancelled in the middle among them: writes how they
 * went and what they used, and returns the credits of what did not go out, in one transaction. Returns how many.
 */
export async function endAnnouncements(trx: Transaction<DB>): Promise<number> {
  await suppressStopped(trx)
  const over = await trx
    .selectFrom('announcement')
    .select(['id', 'reserved_credits'])
    .where('status', 'in', ['sending', 'cancelled'])
    .where('prepared_at', 'is not', null)
    .where('finished_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from message join message_delivery on message_delivery.message_id = message.id
        where message.announcement_id = announcement.id and message_delivery.status in ('queued', 'sending'))`,
    )
    .forUpdate()
    .skipLocked()
    .execute()
  for (const announcement of over) await end(trx, announcement)
  return over.length
}

/** What was being handed over when somebody cancelled, and would have to be tried again. */
async function suppressStopped(trx: Transaction<DB>): Promise<void> {
  await sql`update message_delivery as delivery set status = 'suppressed', reason = 'stopped'
    from message join announcement on announcement.id = message.announcement_id
    where message.id = delivery.message_id and delivery.status = 'queued'
      and announcement.stopped_at is not null and announcement.finished_at is null`.execute(trx)
}

async function end(trx: Transaction<DB>, { id, reserved_credits }: { id: string; reserved_credits: number }) {
  const before = (await sumsOf(trx, id)).returned
  await markUnused(trx, id)
  const { used, troubled } = await sumsOf(trx, id)
  const credits = reserved_credits - before - used
  await returnCredits(trx, { credits, about: 'announcement', about_id: id, key: `announcement:${id}:end` })
  const ended = troubled > 0 ? 'sent_with_errors' : 'sent'
  const after = await trx
    .updateTable('announcement')
    .set({
      status: sql<string>`case status when 'cancelled' then status else ${ended} end`,
      used_credits: used,
    })
    .set({ finished_at: sql<Date>`now()`, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning(['status', 'used_credits'])
    .executeTakeFirstOrThrow()
  await record(trx, systemActor, 'announcement.ended', { type: 'announcement', id }, { after })
}

/** Credits that were used and that came back already, and how many deliveries went wrong. */
async function sumsOf(db: Kysely<DB>, announcement_id: string) {
  const { rows } = await sql<{ used: number; returned: number; troubled: number }>`
    select coalesce(sum(credits - returned_credits), 0)::int as used,
      coalesce(sum(returned_credits), 0)::int as returned,
      (count(*) filter (where delivery.status = 'failed'
        or (delivery.status = 'suppressed' and delivery.reason in ('stopped', 'no_credit'))))::int as troubled
    from message_delivery as delivery join message on message.id = delivery.message_id
    where message.announcement_id = ${announcement_id}`.execute(db)
  return rows[0]!
}

/** Marks the credits of what did not go out, of which none have come back yet. */
async function markUnused(trx: Transaction<DB>, announcement_id: string): Promise<void> {
  await sql`
    update message_delivery as delivery set returned_credits = credits
    from message
    where message.id = delivery.message_id and message.announcement_id = ${announcement_id}
      and delivery.credits > 0 and delivery.returned_credits = 0
      and (delivery.status = 'suppressed' or (delivery.status = 'failed' and delivery.reason <> 'unsure'))`.execute(
    trx,
  )
}
