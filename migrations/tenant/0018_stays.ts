import { type Kysely, sql } from 'kysely'

/** What is proposed when the days of a stay change, in both directions; and cash that is paid out in 5-sen coins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Proposed because the days of a stay changed, by who changed them or, without a requester, by the night. It may wait
-- beside a request that somebody made, and is withdrawn when the days change again.
alter table credit_note add column is_proposed boolean not null default false;
alter table credit_note drop constraint credit_note_asked_check,
  add constraint credit_note_asked_check check (
    case when requested_by is null then discount_id is not null or is_proposed else discount_id is null end);
drop index credit_note_open_key;
create unique index credit_note_open_key on credit_note (invoice_id) where status = 'requested' and not is_proposed;

-- The first day of a billed period whose days this line charges as well, after they had been credited or left out. Such a
-- line names its fee and no period of its own, so it claims nothing.
alter table invoice_item add column adjusts_period_on date,
  add constraint invoice_item_adjusts_period_on_check
    check (adjusts_period_on is null or subject_fee_id is not null and period_starts_on is null);
create index invoice_item_adjusts_period_on_idx on invoice_item (adjusts_period_on, subject_fee_id)
  where adjusts_period_on is not null;

-- By how much the cash that was handed over differs from what left the credit of the family.
alter table credit_refund add column rounding_sen bigint not null default 0,
  add constraint credit_refund_rounding_sen_check check (
    rounding_sen = 0 or rounding_sen between -2 and 2 and method = 'cash' and status = 'paid');
`)
    .execute(db)
}
