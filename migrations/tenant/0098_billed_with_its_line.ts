import { type Kysely, sql } from 'kysely'

/**
 * That the line of a billed fee is there was looked at twice, once for all that a statement writes and once more row by row,
 * which also wrote a lock on each line that had just been made. The first look does for both: it holds lines that are not of its
 * own transaction, so that nobody removes them meanwhile, and what a line has billed goes with it by a trigger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create or replace function refuse_other_fee() returns trigger language plpgsql
  set search_path from current
  set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  -- Whoever removes such a line waits for us or we for them, and then we see that it is gone; those that this transaction has
  -- made nobody else can see.
  perform from fresh
    cross join lateral (
      select id from invoice_item where id = fresh.invoice_item_id and xmin <> pg_current_xact_id()::xid
      offset 0 for key share) as item;
  -- "offset 0" keeps each of them a look of its own.
  if exists (
    select from fresh
      left join lateral (
        select invoice_id, subject_fee_id from invoice_item where id = fresh.invoice_item_id offset 0) as item on true
      left join lateral (
        select subject_id, fee_type_id, apply_to from subject_fee where id = item.subject_fee_id offset 0) as fee on true
      left join lateral (select student_id from invoice where id = item.invoice_id offset 0) as invoice on true
    where (item.invoice_id, fee.subject_id, fee.fee_type_id, fee.apply_to, coalesce(invoice.student_id, fresh.student_id))
      is distinct from (fresh.invoice_id, fresh.subject_id, fresh.fee_type_id, fresh.apply_to, fresh.student_id)
  ) then
    raise exception using errcode = 'foreign_key_violation', message = 'a billed fee is not that of its line',
      table = tg_table_name, constraint = 'billed_fee_line';
  end if;
  return null;
end $$;

create function free_fees_of_lines() returns trigger language plpgsql
  set search_path from current
  set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  delete from billed_fee using gone where billed_fee.invoice_item_id = gone.id;
  return null;
end $$;
create trigger invoice_item_frees after delete on invoice_item
  referencing old table as gone for each statement execute function free_fees_of_lines();

-- Nothing gives a line another id; a fee would be billed for none.
create function refuse_other_id() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'foreign_key_violation', message = 'a line of an invoice keeps its id',
    table = tg_table_name, constraint = 'billed_fee_line';
end $$;
create trigger invoice_item_keeps_id before update of id on invoice_item
  for each row when (old.id is distinct from new.id) execute function refuse_other_id();

alter table billed_fee drop constraint billed_fee_invoice_item_id_fkey;
`)
    .execute(db)
}
