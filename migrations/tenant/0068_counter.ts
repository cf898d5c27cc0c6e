import { type Kysely, sql } from 'kysely'

/**
 * More ways in which money comes to the counter, what was given and by how much cash was rounded. What rounding took or
 * brought is a line of its own in the money-in book.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table payment
  drop constraint payment_method_check,
  add constraint payment_method_check
    check (method in ('fpx','chip','cash','bank_transfer','cheque','card_terminal','duitnow_qr')),
  -- What came in cash is amount_sen + rounding_sen.
  add column rounding_sen bigint not null default 0,
  -- What was handed over, when it was typed.
  add column given_sen bigint,
  add constraint payment_rounding_sen_check
    check (rounding_sen = 0 or (rounding_sen between -2 and 2 and method = 'cash')),
  add constraint payment_given_sen_check
    check (given_sen is null or (method = 'cash' and given_sen >= amount_sen + rounding_sen));
alter table collection
  drop constraint collection_source_check,
  drop constraint collection_status_check,
  drop constraint collection_gross_sen_check,
  add constraint collection_source_check
    check (source in ('invoice','infaq','zakat','credit_topup','subscription','rounding')),
  add constraint collection_status_check
    check (status in ('collected','settled','paid_out','reversed','refunded','rounded')),
  add constraint collection_gross_sen_check check (case when source = 'rounding'
    then gross_sen <> 0 and gross_sen between -2 and 2 and status in ('rounded','reversed')
    else status <> 'rounded' and
      ((gross_sen > 0 and status <> 'refunded') or (gross_sen < 0 and status in ('reversed','refunded'))) end);
drop index collection_payment_id_key;
create unique index collection_payment_id_key on collection (payment_id, (source = 'rounding'), (gross_sen < 0));
`)
    .execute(db)
}
