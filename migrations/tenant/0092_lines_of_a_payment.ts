import { type Kysely, sql } from 'kysely'

/**
 * The lines of one payment: its page, what undoes it and what of it may go back look for them, and the unique index stands
 * no more for those that were sent back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index collection_payment_id_idx on collection (payment_id)').execute(db)
}
