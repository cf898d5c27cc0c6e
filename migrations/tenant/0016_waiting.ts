import { type Kysely, sql } from 'kysely'

/** What waits for somebody is counted beside the menu, and few rows of the many are meant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create index invoice_draft_idx on invoice (created_at) where status = 'draft';
create index payment_attempt_review_idx on payment_attempt (requested_at) where review_reason is not null;
`)
    .execute(db)
}
