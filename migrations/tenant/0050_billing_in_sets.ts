import { type Kysely, sql } from 'kysely'

/** What the database looks at for each invoice and line is looked at once for all that a statement writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- A run writes lines before their invoices, so that it holds the counter of numbers only for these.
alter table invoice_item alter constraint invoice_item_invoice_id_fkey deferrable initially immediate;

-- That a fee which is billed agrees with its line, the fee that this names and the invoice is more than that each is there, and
-- they hold the student, the class and the type of fee; the line goes with its invoice. It holds whichever of invoice and lines
-- comes first. Each is looked up by its key: how many there are is not known when this is planned.
alter table billed_fee
  drop constraint billed_fee_student_id_fkey,
  drop constraint billed_fee_subject_id_fkey,
  drop constraint billed_fee_fee_type_id_fkey,
  drop constraint billed_fee_invoice_id_fkey;
-- Days of a student that are billed from one on, instead: what is on an invoice is found by its lines.
drop index billed_fee_invoice_id_idx;
create index billed_fee_student_id_period_ends_on_idx on billed_fee (student_id, period_ends_on);
create function refuse_other_fee() returns trigger language plpgsql
  set search_path from current
  set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if exists (
    select from fresh
      left join invoice_item as item on item.id = fresh.invoice_item_id
      left join subject_fee as fee on fee.id = item.subject_fee_id
      left join invoice on invoice.id = item.invoice_id
    where (item.invoice_id, fee.subject_id, fee.fee_type_id, fee.apply_to, coalesce(invoice.student_id, fresh.student_id))
      is distinct from (fresh.invoice_id, fresh.subject_id, fresh.fee_type_id, fresh.apply_to, fresh.student_id)
  ) then
    raise exception using errcode = 'foreign_key_violation', message = 'a billed fee is not that of its line',
      table = tg_table_name, constraint = 'billed_fee_line';
  end if;
  return null;
end $$;
create trigger billed_fee_line after insert on billed_fee
  referencing new table as fresh for each statement execute function refuse_other_fee();
create trigger billed_fee_changed_line after update on billed_fee
  referencing new table as fresh for each statement execute function refuse_other_fee();
create function refuse_other_student() returns trigger language plpgsql
  set search_path from current
  set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if exists (
    select from fresh
      join invoice_item as item on item.invoice_id = fresh.id
      join billed_fee on billed_fee.invoice_item_id = item.id
    where billed_fee.student_id <> fresh.student_id
  ) then
    raise exception using errcode = 'foreign_key_violation', message = 'an invoice has billed a fee of another student',
      table = tg_table_name, constraint = 'billed_fee_line';
  end if;
  return null;
end $$;
create trigger invoice_billed_student after insert on invoice
  referencing new table as fresh for each statement execute function refuse_other_student();

-- As refuse_closed_month, for all invoices of a statement.
create function refuse_closed_months() returns trigger language plpgsql set search_path from current as $$
declare
  dated date;
begin
  select issued_on into dated
  from (select distinct issued_on from fresh where issued_on is not null) as days
  where not month_is_open(issued_on) limit 1;
  if found then
    raise exception using
      errcode = 'check_violation',
      message = format('%s is in a month that is closed', dated),
      table = tg_table_name, column = 'issued_on', constraint = 'month_closed', detail = to_char(dated, 'YYYY-MM');
  end if;
  return null;
end $$;
drop trigger invoice_issued_on_month on invoice;
create trigger invoice_issued_on_months after insert on invoice
  referencing new table as fresh for each statement execute function refuse_closed_months();
create trigger invoice_issued_on_month before update of issued_on on invoice
  for each row when (new.issued_on is not null) execute function refuse_closed_month('issued_on');
`)
    .execute(db)
}
