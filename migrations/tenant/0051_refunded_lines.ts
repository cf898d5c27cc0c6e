import { type Kysely, sql } from 'kysely'

/** Money that an organisation has sent back is a line of its own kind; `reversed` is a payment that was taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table collection
  drop constraint collection_gross_sen_check,
  drop constraint collection_status_check;
update collection set status = 'refunded'
  from payment
  where collection.gross_sen < 0 and payment.id = collection.payment_id and payment.status <> 'cancelled';
alter table collection
  add constraint collection_status_check check (status in ('collected','settled','paid_out','reversed','refunded')),
  add constraint collection_gross_sen_check check (
    (gross_sen > 0 and status <> 'refunded') or (gross_sen < 0 and status in ('reversed','refunded')));
`)
    .execute(db)
}
