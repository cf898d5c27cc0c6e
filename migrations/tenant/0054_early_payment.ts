import { type Kysely, sql } from 'kysely'

/**
 * What is given back for paying early is a credit note that nobody asks for: its rule gives it when the invoice is paid. It is
 * taken back where that payment is undone, and keeps its number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table credit_note
  add column discount_id uuid,
  add column reversed_at timestamptz,
  add constraint credit_note_discount_id_fkey foreign key (discount_id) references discount (id),
  alter column requested_by drop not null,
  drop constraint credit_note_status_check,
  drop constraint credit_note_number_check,
  drop constraint credit_note_issued_on_check,
  drop constraint credit_note_reason_check,
  add constraint credit_note_status_check check (status in ('requested','approved','rejected','withdrawn','reversed')),
  add constraint credit_note_number_check
    check ((number is not null) = (kind = 'credit_note' and status in ('approved','reversed'))),
  add constraint credit_note_issued_on_check check ((issued_on is not null) = (status in ('approved','reversed'))),
  -- of a rule that gives by itself it is the name
  add constraint credit_note_reason_check check (char_length(reason) <= 300 and (discount_id is not null or char_length(reason) >= 10)),
  add constraint credit_note_asked_check check ((requested_by is null) = (discount_id is not null)),
  add constraint credit_note_early_check
    check (discount_id is null or kind = 'credit_note' and status in ('approved','reversed')),
  add constraint credit_note_reversed_check check ((status = 'reversed') = (reversed_at is not null) and (status <> 'reversed' or discount_id is not null));
create index credit_note_discount_id_idx on credit_note (discount_id) where discount_id is not null;
create unique index credit_note_early_key on credit_note (invoice_id) where discount_id is not null and status = 'approved';
`)
    .execute(db)
}
