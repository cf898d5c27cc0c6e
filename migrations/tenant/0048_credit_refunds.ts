import { type Kysely, sql } from 'kysely'

/**
 * Credit that goes back to its family in cash or to its bank: reserved from when it is asked for, approved by a second
 * person, and then paid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table credit_refund (
  id uuid not null,
  parent_id uuid not null,
  amount_sen bigint not null,
  reason text not null,
  method text not null,
  payee_name text not null,
  bank_name text,
  account_number_sealed text,
  status text not null default 'requested',
  number text,
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  cancelled_by uuid,
  cancelled_at timestamptz,
  cancel_reason text,
  paid_by uuid,
  paid_at timestamptz,
  paid_on date,
  bank_reference text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint credit_refund_pkey primary key (id),
  constraint credit_refund_number_key unique (number),
  constraint credit_refund_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint credit_refund_requested_by_fkey foreign key (requested_by) references user_account (id),
  constraint credit_refund_decided_by_fkey foreign key (decided_by) references user_account (id),
  constraint credit_refund_cancelled_by_fkey foreign key (cancelled_by) references user_account (id),
  constraint credit_refund_paid_by_fkey foreign key (paid_by) references user_account (id),
  constraint credit_refund_amount_sen_check check (amount_sen > 0),
  constraint credit_refund_reason_check check (char_length(reason) between 10 and 300),
  constraint credit_refund_method_check check (method in ('cash','bank_transfer')),
  constraint credit_refund_status_check check (status in
    ('requested','approved','rejected','withdrawn','cancelled','paid')),
  -- cash is put into a hand, all else goes to an account
  constraint credit_refund_account_check check (
    (method = 'bank_transfer') = (bank_name is not null) and (bank_name is null) = (account_number_sealed is null)),
  constraint credit_refund_number_check check ((number is not null) = (status in ('approved','cancelled','paid'))),
  constraint credit_refund_decided_check check ((decided_at is null) = (status = 'requested')),
  constraint credit_refund_four_eyes_check check (
    status not in ('approved','cancelled','paid') or coalesce(decided_by <> requested_by, false)),
  constraint credit_refund_cancelled_check check (
    (cancelled_at is not null) = (status = 'cancelled') and (cancelled_at is null) = (cancel_reason is null)),
  constraint credit_refund_paid_check check (
    (paid_on is not null) = (status = 'paid') and (paid_on is null) = (paid_at is null)
    and (status <> 'paid' or method = 'cash' or bank_reference is not null))
);
create index credit_refund_parent_id_idx on credit_refund (parent_id);
create index credit_refund_reserved_idx on credit_refund (parent_id) where status in ('requested','approved');
create trigger credit_refund_paid_on_month before insert or update of paid_on on credit_refund
  for each row when (new.paid_on is not null) execute function refuse_closed_month('paid_on');

alter table credit_entry
  add column credit_refund_id uuid,
  add constraint credit_entry_credit_refund_id_fkey foreign key (credit_refund_id) references credit_refund (id),
  add constraint credit_entry_refund_check check (credit_refund_id is null or reason = 'refund');
create index credit_entry_credit_refund_id_idx on credit_entry (credit_refund_id) where credit_refund_id is not null;

create function reserved_credit(family uuid) returns bigint language sql stable set search_path from current as $$
  select coalesce(sum(amount_sen), 0)::bigint from credit_refund
  where parent_id = family and status in ('requested','approved')
$$;

-- Whoever takes from a family's credit, and however: the family is held, and nothing is taken that is not there, or that
-- waits to be paid back.
create or replace function refuse_overdrawn_credit() returns trigger language plpgsql set search_path from current as $$
declare
  kept bigint;
begin
  -- Each entry holds the key of its family already, which must not keep two of them waiting for one another.
  perform from parent where id = new.parent_id for no key update;
  select sum(delta_sen) into kept from credit_entry where parent_id = new.parent_id;
  if kept < 0 then
    raise exception using
      errcode = 'check_violation', message = 'a family has no credit below zero',
      table = 'credit_entry', constraint = 'credit_entry_overdrawn';
  elsif kept < reserved_credit(new.parent_id) then
    raise exception using
      errcode = 'check_violation', message = 'this credit is reserved for a refund',
      table = 'credit_entry', constraint = 'credit_entry_reserved';
  end if;
  return null;
end $$;

-- The other side of it: no more is reserved than there is.
create function refuse_overdrawn_refund() returns trigger language plpgsql set search_path from current as $$
begin
  perform from parent where id = new.parent_id for no key update;
  if (select coalesce(sum(delta_sen), 0) from credit_entry where parent_id = new.parent_id)
    < reserved_credit(new.parent_id) then
    raise exception using
      errcode = 'check_violation', message = 'a family has less credit than that',
      table = 'credit_refund', constraint = 'credit_refund_overdrawn';
  end if;
  return null;
end $$;
create trigger credit_refund_overdrawn after insert or update of status, amount_sen, parent_id on credit_refund
  for each row when (new.status in ('requested','approved')) execute function refuse_overdrawn_refund();

-- A refund is paid when its entry is in the book, of its family and all of it; and not else.
create function refuse_uneven_refund() returns trigger language plpgsql set search_path from current as $$
declare
  about uuid;
begin
  if tg_table_name = 'credit_entry' then
    about := new.credit_refund_id;
  else
    about := new.id;
  end if;
  if not exists (
    select from credit_refund as refund
    where refund.id = about
      and array(select delta_sen from credit_entry where credit_refund_id = refund.id
        and parent_id = refund.parent_id)
        = case when refund.status = 'paid' then array[-refund.amount_sen] else array[]::bigint[] end
      and (select count(*) from credit_entry where credit_refund_id = refund.id)
        = case when refund.status = 'paid' then 1 else 0 end
  ) then
    raise exception using errcode = 'check_violation', table = 'credit_refund', constraint = 'credit_refund_paid_whole',
      message = 'a refund that is paid is taken from the credit of its family, once and all of it';
  end if;
  return null;
end $$;
create constraint trigger credit_refund_paid_whole after insert or update on credit_refund
  deferrable initially deferred for each row execute function refuse_uneven_refund();
create constraint trigger credit_entry_refund_whole after insert on credit_entry
  deferrable initially deferred for each row when (new.credit_refund_id is not null)
  execute function refuse_uneven_refund();
`)
    .execute(db)
}
