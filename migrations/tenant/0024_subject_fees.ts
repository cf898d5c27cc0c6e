import { type Kysely, sql } from 'kysely'

/** When a fee of a class is billed, to whom, how much of a month that began, and which price came before it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table subject_fee
  -- months of the year, 1 to 12, in which a monthly fee is billed; null: each
  add column billing_months smallint[],
  add column proration text not null default 'none',
  add column apply_to text not null default 'all',
  add column quantity integer not null default 1,
  add column replaces_id uuid,
  add constraint subject_fee_dates_check check (starts_on <= ends_on),
  add constraint subject_fee_billing_months_check check (billing_months <@ array[1,2,3,4,5,6,7,8,9,10,11,12]::smallint[]),
  add constraint subject_fee_proration_check check (proration in ('none','by_day','by_session')),
  add constraint subject_fee_apply_to_check check (apply_to in ('all','new','foreign')),
  add constraint subject_fee_quantity_check check (quantity between 1 and 999),
  add constraint subject_fee_replaces_id_fkey foreign key (replaces_id) references subject_fee (id);
create unique index subject_fee_replaces_id_key on subject_fee (replaces_id) where deleted_at is null;
create index invoice_item_subject_fee_id_idx on invoice_item (subject_fee_id);
`)
    .execute(db)
}
