import { type Kysely, sql } from 'kysely'

/** When a payer left for the bank; and the number that a bank prints, by which a payer asks after the money. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table payment_attempt add column sent_at timestamptz;
create index payment_attempt_gateway_transaction_id_idx on payment_attempt (gateway_transaction_id)
  where gateway_transaction_id is not null;
`)
    .execute(db)
}
