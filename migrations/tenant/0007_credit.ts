import { type Kysely, sql } from 'kysely'

/** Credit of families: how it arises, moves between families, pays invoices and is paid back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Credit of one family that goes to another, such as between parents who live apart: one person requests, another
-- approves.
create table credit_move (
  id uuid not null,
  parent_id uuid not null,
  to_parent_id uuid not null,
  amount_sen bigint not null,
  reason text not null,
  status text not null default 'requested',
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
  constraint credit_move_pkey primary key (id),
  constraint credit_move_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint credit_move_to_parent_id_fkey foreign key (to_parent_id) references parent (id),
  constraint credit_move_requested_by_fkey foreign key (requested_by) references user_account (id),
  constraint credit_move_decided_by_fkey foreign key (decided_by) references user_account (id),
  constraint credit_move_two_check check (to_parent_id <> parent_id),
  constraint credit_move_amount_sen_check check (amount_sen > 0),
  constraint credit_move_reason_check check (char_length(reason) between 10 and 300),
  constraint credit_move_status_check check (status in ('requested','approved','rejected','withdrawn')),
  constraint credit_move_decided_check check ((decided_at is null) = (status = 'requested')),
  constraint credit_move_four_eyes_check check (status <> 'approved' or decided_by <> requested_by)
);
create index credit_move_parent_id_idx on credit_move (parent_id);
create index credit_move_to_parent_id_idx on credit_move (to_parent_id);
create unique index credit_move_open_key on credit_move (parent_id) where status = 'requested';

-- Credit that is paid back: in cash, to a bank account, or through CHIP for one payment. It is reserved from the
-- request on, a second person approves, then it is paid. CHIP is asked once; while its answer is unknown the credit
-- stays reserved.
create table credit_refund (
  id uuid not null,
  parent_id uuid not null,
  amount_sen bigint not null,
  reason text not null,
  method text not null,
  -- Through CHIP: the payment whose money goes back.
  payment_id uuid,
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
  sent_at timestamptz,
  -- What CHIP had sent back of the payment before it was asked.
  before_sen bigint,
  failure text,
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
  constraint credit_refund_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint credit_refund_amount_sen_check check (amount_sen > 0),
  constraint credit_refund_reason_check check (char_length(reason) between 10 and 300),
  constraint credit_refund_method_check check (method in ('cash','bank_transfer','chip')),
  constraint credit_refund_status_check check (status in
    ('requested','approved','rejected','withdrawn','cancelled','sending','paid','failed')),
  -- Only a bank transfer has an account.
  constraint credit_refund_account_check check (
    (method = 'bank_transfer') = (bank_name is not null) and (bank_name is null) = (account_number_sealed is null)),
  constraint credit_refund_number_check check
    ((number is not null) = (status in ('approved','cancelled','sending','paid','failed'))),
  constraint credit_refund_decided_check check ((decided_at is null) = (status = 'requested')),
  constraint credit_refund_four_eyes_check check (
    status not in ('approved','cancelled','sending','paid','failed') or coalesce(decided_by <> requested_by, false)),
  constraint credit_refund_cancelled_check check (
    (cancelled_at is not null) = (status = 'cancelled') and (cancelled_at is null) = (cancel_reason is null)),
  constraint credit_refund_paid_check check (
    (paid_on is not null) = (status = 'paid') and (paid_on is null) = (paid_at is null)
    and (status <> 'paid' or method = 'cash' or bank_reference is not null)),
  constraint credit_refund_payment_check check ((payment_id is not null) = (method = 'chip')),
  -- What had gone back before is read from CHIP before it is asked; a refund that was refused before that was never
  -- sent.
  constraint credit_refund_sent_check check (
    (sent_at is null) = (before_sen is null) and (sent_at is null or method = 'chip')
    and (sent_at is not null or status <> 'sending')
    and (sent_at is not null or status <> 'paid' or method <> 'chip')),
  constraint credit_refund_failed_check check ((failure is not null) = (status = 'failed'))
);
create index credit_refund_parent_id_idx on credit_refund (parent_id);
create index credit_refund_payment_id_idx on credit_refund (payment_id) where payment_id is not null;
-- CHIP is asked about one refund of a payment at a time.
create unique index credit_refund_sending_key on credit_refund (payment_id) where status = 'sending';
create index credit_refund_reserved_idx on credit_refund (parent_id)
  where status in ('requested','approved','sending');
create trigger credit_refund_paid_on_month before insert or update of paid_on on credit_refund
  for each row when (new.paid_on is not null) execute function refuse_closed_month('paid_on');

-- Credit that is requested, approved or being sent as a refund.
create function reserved_credit(family uuid) returns bigint language sql stable set search_path from current as $$
  select coalesce(sum(amount_sen), 0)::bigint from credit_refund
  where parent_id = family and status in ('requested','approved','sending')
$$;

-- A family's credit: what it paid beyond its invoices. The balance is the sum of the rows, which never change.
create table credit_entry (
  id uuid not null,
  parent_id uuid not null,
  delta_sen bigint not null,
  reason text not null,
  payment_id uuid,
  invoice_id uuid,
  credit_move_id uuid,
  credit_refund_id uuid,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint credit_entry_pkey primary key (id),
  constraint credit_entry_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint credit_entry_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint credit_entry_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint credit_entry_credit_move_id_fkey foreign key (credit_move_id) references credit_move (id),
  constraint credit_entry_credit_refund_id_fkey foreign key (credit_refund_id) references credit_refund (id),
  constraint credit_entry_delta_sen_check check (delta_sen <> 0),
  -- applied: pays an invoice; returned: the invoice gives back what was paid on it.
  constraint credit_entry_reason_check check (reason in
    ('overpayment','early_payment','credit_note','applied','returned','refund','adjust','moved')),
  constraint credit_entry_applied_check check (reason not in ('applied','returned') or invoice_id is not null),
  constraint credit_entry_moved_check check ((reason = 'moved') = (credit_move_id is not null)),
  constraint credit_entry_refund_check check (credit_refund_id is null or reason = 'refund')
);
create index credit_entry_parent_id_idx on credit_entry (parent_id);
create index credit_entry_invoice_id_idx on credit_entry (invoice_id) where invoice_id is not null;
create index credit_entry_created_at_idx on credit_entry (created_at desc, id desc);
create index credit_entry_credit_move_id_idx on credit_entry (credit_move_id) where credit_move_id is not null;
create index credit_entry_credit_refund_id_idx on credit_entry (credit_refund_id) where credit_refund_id is not null;

-- A family's credit never falls below zero, nor below what is reserved for a refund: a sum over many rows, which no
-- constraint can hold. Locking the parent makes two simultaneous withdrawals see each other.
create function refuse_overdrawn_credit() returns trigger language plpgsql set search_path from current as $$
declare
  kept bigint;
begin
  -- "no key update": each entry already holds a key share lock on its family, which a stronger lock would wait for.
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
create trigger credit_entry_overdrawn after insert on credit_entry
  for each row when (new.delta_sen < 0) execute function refuse_overdrawn_credit();

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

-- A refund is paid exactly when one entry takes its whole amount from the credit of its family: two tables that must
-- agree at commit.
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
    raise exception using errcode = 'check_violation', table = 'credit_refund',
      constraint = 'credit_refund_paid_whole',
      message = 'a refund that is paid is taken from the credit of its family, once and all of it';
  end if;
  return null;
end $$;
create constraint trigger credit_refund_paid_whole after insert or update on credit_refund
  deferrable initially deferred for each row execute function refuse_uneven_refund();
create constraint trigger credit_entry_refund_whole after insert on credit_entry
  deferrable initially deferred for each row when (new.credit_refund_id is not null)
  execute function refuse_uneven_refund();

-- No more goes back through CHIP than a payment brought: a sum over all its refunds. Locking the payment makes two
-- simultaneous requests see each other.
create function refuse_refund_beyond_payment() returns trigger language plpgsql set search_path from current as $$
declare
  came bigint;
begin
  select amount_sen - payer_fee_sen into came from payment
  where id = new.payment_id and method = 'chip' and payer_parent_id = new.parent_id for no key update;
  if came is null or came < (
    select coalesce(sum(amount_sen), 0) from credit_refund
    where payment_id = new.payment_id and status in ('requested','approved','sending','paid')
  ) then
    raise exception using errcode = 'check_violation', message = 'less than that came by this payment',
      table = 'credit_refund', constraint = 'credit_refund_beyond_payment';
  end if;
  return null;
end $$;
create trigger credit_refund_beyond_payment after insert or update of payment_id, amount_sen, status on credit_refund
  for each row when (new.payment_id is not null and new.status in ('requested','approved','sending','paid'))
  execute function refuse_refund_beyond_payment();

-- Credit that is moved leaves one family and reaches the other, the whole amount, once, and only when approved: a sum
-- over two rows that must agree at commit.
create function refuse_uneven_move() returns trigger language plpgsql set search_path from current as $$
begin
  if not exists (
    select from credit_move as move
    where move.id = new.credit_move_id and move.status = 'approved'
      and array(select delta_sen from credit_entry where credit_move_id = move.id and parent_id = move.parent_id)
        = array[-move.amount_sen]
      and array(select delta_sen from credit_entry where credit_move_id = move.id and parent_id = move.to_parent_id)
        = array[move.amount_sen]
      and (select count(*) from credit_entry where credit_move_id = move.id) = 2
  ) then
    raise exception using errcode = 'check_violation', table = 'credit_entry', constraint = 'credit_entry_moved_whole',
      message = 'credit that is moved leaves one family and comes to the other, as it was approved';
  end if;
  return null;
end $$;
create constraint trigger credit_entry_moved_whole after insert on credit_entry deferrable initially deferred
  for each row when (new.credit_move_id is not null) execute function refuse_uneven_move();
`)
    .execute(db)
}
