import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'

/** Position of the last entry of the organisation's log, before a story is told by the product's own verbs. */
export async function lastEntry(trx: Transaction<DB>): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    select coalesce(max(position), 0) as last from audit_log`.execute(trx)
  return rows[0]!.last
}

/** What was written down after that entry happened at this moment. */
export async function dateEntries(trx: Transaction<DB>, after: string, at: Date): Promise<void> {
  await sql`update audit_log set at = ${at} where position > ${after}`.execute(trx)
}

/** Payments that were taken meanwhile, given as a query of their ids, came in at this moment. */
export async function datePayments(trx: Transaction<DB>, ids: RawBuilder<unknown>, at: Date): Promise<void> {
  await sql`update payment set created_at = ${at}, updated_at = ${at} where id in (${ids})`.execute(trx)
  await sql`update receipt set issued_at = ${at} where payment_id in (${ids})`.execute(trx)
  await sql`update collection set created_at = ${at} where payment_id in (${ids})`.execute(trx)
}
