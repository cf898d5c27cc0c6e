import { type Kysely, sql } from 'kysely'

/**
 * What is looked at for all rows of a statement is found by its key, whatever Postgres believes: without statistics of a first
 * month it held each invoice of a chunk against every line that there was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- "offset 0" keeps each of them a look of its own.
create or replace function refuse_other_fee() returns trigger language plpgsql
  set search_path from current
  set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
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
create or replace function refuse_other_student() returns trigger language plpgsql
  set search_path from current
  set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if exists (
    select from fresh
      cross join lateral (select id from invoice_item where invoice_id = fresh.id offset 0) as item
      cross join lateral (select student_id from billed_fee where invoice_item_id = item.id offset 0) as billed
    where billed.student_id <> fresh.student_id
  ) then
    raise exception using errcode = 'foreign_key_violation', message = 'an invoice has billed a fee of another student',
      table = tg_table_name, constraint = 'billed_fee_line';
  end if;
  return null;
end $$;
`)
    .execute(db)
}
