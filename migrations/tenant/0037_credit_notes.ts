import { type Kysely, sql } from 'kysely'

/**
 * What takes back what an issued invoice asks for: a credit note, which its family is given, or a write-off, by which the
 * organisation gives a debt up. One person asks, another approves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table credit_note (
  id uuid not null,
  kind text not null,
  number text,
  invoice_id uuid not null,
  branch_id uuid not null,
  reason text not null,
  sub_total_sen bigint not null,
  tax_total_sen bigint not null default 0,
  total_sen bigint not null generated always as (sub_total_sen + tax_total_sen) stored,
  -- What of it had been paid, and became the family's credit.
  credit_sen bigint not null default 0,
  status text not null default 'requested',
  issued_on date,
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint credit_note_pkey primary key (id),
  constraint credit_note_number_key unique (number),
  constraint credit_note_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint credit_note_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint credit_note_requested_by_fkey foreign key (requested_by) references user_account (id),
  constraint credit_note_decided_by_fkey foreign key (decided_by) references user_account (id),
  constraint credit_note_kind_check check (kind in ('credit_note','write_off')),
  constraint credit_note_status_check check (status in ('requested','approved','rejected','withdrawn')),
  constraint credit_note_reason_check check (char_length(reason) between 10 and 300),
  constraint credit_note_sums_check check (sub_total_sen >= 0 and tax_total_sen >= 0 and sub_total_sen + tax_total_sen > 0),
  constraint credit_note_credit_sen_check check (credit_sen between 0 and sub_total_sen + tax_total_sen),
  constraint credit_note_written_off_check check (kind = 'credit_note' or credit_sen = 0 and tax_total_sen = 0),
  constraint credit_note_number_check check ((number is not null) = (kind = 'credit_note' and status = 'approved')),
  constraint credit_note_issued_on_check check ((issued_on is not null) = (status = 'approved')),
  constraint credit_note_decided_check check ((decided_at is null) = (status = 'requested')),
  constraint credit_note_four_eyes_check check (status <> 'approved' or decided_by <> requested_by)
);
create index credit_note_invoice_id_idx on credit_note (invoice_id);
create index credit_note_branch_id_idx on credit_note (branch_id);
create unique index credit_note_open_key on credit_note (invoice_id) where status = 'requested';

-- What of which line is taken back; a write-off has none.
create table credit_note_item (
  credit_note_id uuid not null,
  invoice_item_id uuid not null,
  amount_sen bigint not null,
  tax_sen bigint not null default 0,
  constraint credit_note_item_pkey primary key (credit_note_id, invoice_item_id),
  constraint credit_note_item_credit_note_id_fkey foreign key (credit_note_id) references credit_note (id),
  constraint credit_note_item_invoice_item_id_fkey foreign key (invoice_item_id) references invoice_item (id),
  constraint credit_note_item_amount_sen_check check (amount_sen > 0 and tax_sen >= 0)
);
create index credit_note_item_invoice_item_id_idx on credit_note_item (invoice_item_id);

alter table invoice
  drop constraint invoice_paid_check,
  drop constraint invoice_paid_sen_check,
  drop column balance_sen;
alter table invoice
  add column credited_sen bigint not null default 0,
  add column balance_sen bigint not null generated always as (total_sen - paid_sen - credited_sen) stored,
  add constraint invoice_paid_sen_check check (paid_sen >= 0 and credited_sen >= 0 and paid_sen + credited_sen <= total_sen),
  add constraint invoice_paid_check check (status <> 'paid' or paid_sen + credited_sen = total_sen);

-- Less is owed where an approved note says so, and nowhere else.
create function refuse_credit_without_note() returns trigger language plpgsql set search_path from current as $$
begin
  if (select credited_sen from invoice where id = new.id) <> (
    select coalesce(sum(total_sen), 0) from credit_note where invoice_id = new.id and status = 'approved'
  ) then
    raise exception using errcode = 'insufficient_privilege',
      message = 'what an invoice asks for is taken back by approved notes alone';
  end if;
  return null;
end $$;
create constraint trigger invoice_credited after update on invoice deferrable initially deferred
  for each row when (old.credited_sen is distinct from new.credited_sen) execute function refuse_credit_without_note();

-- An invoice that was taken back in part is not changed any more.
create or replace function sums_may_change(old_id uuid, old_version integer) returns boolean
  language sql stable set search_path from current as $$
  select exists (select from invoice_version where invoice_id = old_id and version = old_version)
    and not exists (select from payment_allocation where invoice_id = old_id)
    and not exists (select from credit_entry where invoice_id = old_id)
    and not exists (select from credit_note where invoice_id = old_id and status = 'approved')
$$;
`)
    .execute(db)
}
