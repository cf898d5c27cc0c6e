import { type Kysely, sql } from 'kysely'

/** What may still change on an issued invoice: cancelling, credit notes, and a new version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- A request to cancel an invoice or a payment; a second person decides.
create table cancel_request (
  id uuid not null,
  kind text not null,
  invoice_id uuid,
  payment_id uuid,
  -- Of the invoice or the payment.
  branch_id uuid not null,
  reason text not null,
  -- Whether the fees on a cancelled invoice may be billed again.
  bill_again boolean not null default false,
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  state text not null default 'open',
  decided_by uuid,
  decided_at timestamptz,
  note text,
  constraint cancel_request_pkey primary key (id),
  constraint cancel_request_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint cancel_request_payment_id_fkey foreign key (payment_id) references payment (id),
  constraint cancel_request_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint cancel_request_requested_by_fkey foreign key (requested_by) references user_account (id),
  constraint cancel_request_decided_by_fkey foreign key (decided_by) references user_account (id),
  constraint cancel_request_kind_check check (kind in ('invoice','payment')),
  constraint cancel_request_subject_check
    check ((invoice_id is not null) = (kind = 'invoice') and (payment_id is not null) = (kind = 'payment')),
  constraint cancel_request_reason_check check (char_length(reason) between 10 and 300),
  constraint cancel_request_state_check check (state in ('open','approved','rejected','withdrawn')),
  constraint cancel_request_decided_check
    check ((state = 'open') = (decided_at is null) and (state = 'open') = (decided_by is null)),
  constraint cancel_request_note_check check (state <> 'rejected' or note is not null),
  -- Nobody decides on their own request; they alone may withdraw it.
  constraint cancel_request_four_eyes_check check (state not in ('approved','rejected') or decided_by <> requested_by),
  constraint cancel_request_withdrawn_check check (state <> 'withdrawn' or decided_by = requested_by),
  constraint cancel_request_bill_again_check check (not bill_again or kind = 'invoice')
);
create unique index cancel_request_open_key on cancel_request ((coalesce(invoice_id, payment_id)))
  where state = 'open';
create index cancel_request_invoice_id_idx on cancel_request (invoice_id);
create index cancel_request_payment_id_idx on cancel_request (payment_id);
create index cancel_request_requested_at_idx on cancel_request (requested_at desc, id desc);

-- Reduces what an issued invoice asks for: a credit note is given to the family, a write-off gives up the debt. One
-- person requests, another approves. A discount for early payment is a credit note that its rule issues when the
-- invoice is paid; it is reversed when that payment is cancelled, and keeps its number.
create table credit_note (
  id uuid not null,
  kind text not null,
  number text,
  invoice_id uuid not null,
  branch_id uuid not null,
  -- The rule for early payment that issued it.
  discount_id uuid,
  reason text not null,
  sub_total_sen bigint not null,
  tax_total_sen bigint not null default 0,
  total_sen bigint not null generated always as (sub_total_sen + tax_total_sen) stored,
  -- The part that had been paid and became the family's credit.
  credit_sen bigint not null default 0,
  status text not null default 'requested',
  issued_on date,
  requested_by uuid,
  requested_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  reversed_at timestamptz,
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
  constraint credit_note_discount_id_fkey foreign key (discount_id) references discount (id),
  constraint credit_note_kind_check check (kind in ('credit_note','write_off')),
  constraint credit_note_status_check check (status in ('requested','approved','rejected','withdrawn','reversed')),
  -- When a rule issues it, the reason is the name of the rule.
  constraint credit_note_reason_check
    check (char_length(reason) <= 300 and (discount_id is not null or char_length(reason) >= 10)),
  constraint credit_note_sums_check
    check (sub_total_sen >= 0 and tax_total_sen >= 0 and sub_total_sen + tax_total_sen > 0),
  constraint credit_note_credit_sen_check check (credit_sen between 0 and sub_total_sen + tax_total_sen),
  constraint credit_note_written_off_check check (kind = 'credit_note' or credit_sen = 0 and tax_total_sen = 0),
  constraint credit_note_number_check
    check ((number is not null) = (kind = 'credit_note' and status in ('approved','reversed'))),
  constraint credit_note_issued_on_check check ((issued_on is not null) = (status in ('approved','reversed'))),
  constraint credit_note_decided_check check ((decided_at is null) = (status = 'requested')),
  constraint credit_note_four_eyes_check check (status <> 'approved' or decided_by <> requested_by),
  constraint credit_note_asked_check check ((requested_by is null) = (discount_id is not null)),
  constraint credit_note_early_check
    check (discount_id is null or kind = 'credit_note' and status in ('approved','reversed')),
  constraint credit_note_reversed_check
    check ((status = 'reversed') = (reversed_at is not null) and (status <> 'reversed' or discount_id is not null))
);
create index credit_note_invoice_id_idx on credit_note (invoice_id);
create index credit_note_branch_id_idx on credit_note (branch_id);
create unique index credit_note_open_key on credit_note (invoice_id) where status = 'requested';
create index credit_note_discount_id_idx on credit_note (discount_id) where discount_id is not null;
-- An invoice gets one discount for early payment.
create unique index credit_note_early_key on credit_note (invoice_id)
  where discount_id is not null and status = 'approved';

-- How much of which line is credited; a write-off has no items.
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

-- What is credited on an invoice is the sum of its approved notes: a sum over another table that must agree at
-- commit.
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

-- What an issued invoice said before it was changed. The organisation's role may insert and read here; the content is
-- read from the invoice by a trigger, whatever is sent.
create table invoice_version (
  invoice_id uuid not null,
  version integer not null default 0,
  invoice jsonb not null default '{}',
  items jsonb not null default '[]',
  reason text not null,
  replaced_at timestamptz not null default now(),
  replaced_by uuid,
  constraint invoice_version_pkey primary key (invoice_id, version),
  constraint invoice_version_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint invoice_version_replaced_by_fkey foreign key (replaced_by) references user_account (id),
  constraint invoice_version_reason_check check (char_length(reason) between 10 and 300)
);

-- The version is read from the invoice, so that nobody can write a false one.
create function keep_invoice_version() returns trigger language plpgsql set search_path from current as $$
declare
  kept invoice;
begin
  select * into kept from invoice where id = new.invoice_id for update;
  if kept.status is distinct from 'unpaid' then
    raise exception using errcode = 'insufficient_privilege',
      message = 'only an issued invoice that is still owed is changed';
  end if;
  new.version := kept.version;
  new.invoice := to_jsonb(kept);
  new.items := coalesce((
    select jsonb_agg(to_jsonb(item) order by item.position) from invoice_item item
    where item.invoice_id = new.invoice_id
  ), '[]');
  return new;
end $$;
create trigger invoice_version_kept before insert on invoice_version
  for each row execute function keep_invoice_version();

-- A version is stored only when a new one follows in the same transaction, and its lines add up to its totals: a sum
-- that must agree at commit.
create function refuse_version_without_next() returns trigger language plpgsql set search_path from current as $$
begin
  if not exists (
    select from invoice
    where id = new.invoice_id and version > new.version and (sub_total_sen, tax_total_sen) = (
      select coalesce(sum(amount_sen), 0), coalesce(sum(tax_sen), 0) from invoice_item
      where invoice_id = new.invoice_id)
  ) then
    raise exception using errcode = 'check_violation', message = 'the lines of a changed invoice come to its sums';
  end if;
  return null;
end $$;
create constraint trigger invoice_version_followed after insert on invoice_version deferrable initially deferred
  for each row execute function refuse_version_without_next();

-- The totals and lines of an issued invoice change only where the old version is stored and nothing was paid, applied
-- or credited yet.
create function sums_may_change(old_id uuid, old_version integer) returns boolean
  language sql stable set search_path from current as $$
  select exists (select from invoice_version where invoice_id = old_id and version = old_version)
    and not exists (select from payment_allocation where invoice_id = old_id)
    and not exists (select from credit_entry where invoice_id = old_id)
    and not exists (select from credit_note where invoice_id = old_id and status = 'approved')
$$;

-- Otherwise the number and totals of an issued invoice are final. No constraint can compare a row with what it was
-- before.
create function refuse_change() returns trigger language plpgsql set search_path from current as $$
begin
  if old.number is not distinct from new.number
    and (old.status, new.status, old.paid_sen, new.paid_sen) = ('unpaid', 'unpaid', 0, 0)
    and new.version = old.version + 1 and sums_may_change(old.id, old.version) then
    return new;
  end if;
  raise exception using errcode = 'insufficient_privilege',
    message = 'the sums of an issued invoice change only beside the version that is kept of it';
end $$;
create trigger invoice_sums
  before update of number, sub_total_sen, discount_total_sen, tax_rate_bp, tax_total_sen, total_sen on invoice
  for each row when (old.status <> 'draft'
    and (old.number, old.sub_total_sen, old.discount_total_sen, old.tax_rate_bp, old.tax_total_sen, old.total_sen)
      is distinct from
      (new.number, new.sub_total_sen, new.discount_total_sen, new.tax_rate_bp, new.tax_total_sen, new.total_sen))
  execute function refuse_change();

-- The same for its lines.
create function refuse_line_change() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from invoice where id = old.invoice_id and status <> 'draft'
    and not (status = 'unpaid' and paid_sen = 0 and sums_may_change(id, version))) then
    raise exception using errcode = 'insufficient_privilege',
      message = 'the lines of an issued invoice change only beside the version that is kept of it';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger invoice_item_issued before update or delete on invoice_item
  for each row execute function refuse_line_change();
`)
    .execute(db)
}
