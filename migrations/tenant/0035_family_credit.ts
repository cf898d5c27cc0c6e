import { type Kysely, sql } from 'kysely'

/** Family credit pays invoices, which may give it back, and never falls below zero. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table credit_entry
  drop constraint credit_entry_reason_check,
  -- applied: pays an invoice; returned: the invoice gives back what was paid on it
  add constraint credit_entry_reason_check check (reason in
    ('overpayment','early_payment','credit_note','applied','returned','refund','adjust')),
  add constraint credit_entry_applied_check check (reason not in ('applied','returned') or invoice_id is not null);
create index credit_entry_invoice_id_idx on credit_entry (invoice_id) where invoice_id is not null;
create index credit_entry_created_at_idx on credit_entry (created_at desc, id desc);

-- Whoever takes from a family's credit, and however: the family is held, and nothing is taken that is not there.
create function refuse_overdrawn_credit() returns trigger language plpgsql set search_path from current as $$
begin
  -- Each entry holds the key of its family already, which must not keep two of them waiting for one another.
  perform from parent where id = new.parent_id for no key update;
  if (select sum(delta_sen) from credit_entry where parent_id = new.parent_id) < 0 then
    raise exception using
      errcode = 'check_violation', message = 'a family has no credit below zero',
      table = 'credit_entry', constraint = 'credit_entry_overdrawn';
  end if;
  return null;
end $$;
create trigger credit_entry_overdrawn after insert on credit_entry
  for each row when (new.delta_sen < 0) execute function refuse_overdrawn_credit();
`)
    .execute(db)
}
