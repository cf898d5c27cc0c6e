import { type Kysely, sql } from 'kysely'

/** What a receipt said when it was issued, why and when money was dated otherwise, and months that are closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- early_reason: why it is dated before its invoice. bank_day: the day that the bank names, when the payment is booked
-- on another because that month was closed.
alter table payment
  add column early_reason text,
  add column bank_day date,
  add constraint payment_early_reason_check check (char_length(early_reason) between 10 and 300);
-- A payment that is cancelled has a line of its own that takes the money back, on the day of the cancelling.
create index collection_reversal_idx on collection (collected_on desc, id desc) where gross_sen < 0;

-- What stood on a receipt when it was issued and may be otherwise elsewhere today: letterhead, names, what each invoice
-- owed before and after. What is in the payment's own row cannot change. The tenant's role may insert and read here.
create table receipt (
  payment_id uuid not null,
  content jsonb not null,
  issued_at timestamptz not null default now(),
  constraint receipt_pkey primary key (payment_id),
  constraint receipt_payment_id_fkey foreign key (payment_id) references payment (id)
);
insert into receipt (payment_id, content, issued_at)
select payment.id, jsonb_build_object(
    'organisation', (
      select jsonb_build_object('name', name, 'company_name', company_name, 'registration_number', registration_number,
        'sst_number', sst_number, 'tax_registered', tax_registered, 'contact_phone', contact_phone,
        'contact_email', contact_email, 'address_line1', address_line1, 'address_line2', address_line2,
        'address_line3', address_line3, 'postcode', postcode, 'city', city, 'state', state)
      from platform.entity where schema_name = current_schema()),
    'branch', (select name from branch where id = payment.branch_id),
    'family_code', (select family_code from parent where id = payment.payer_parent_id),
    'allocations', coalesce((
      select jsonb_agg(jsonb_build_object('invoice_id', invoice.id, 'number', invoice.number, 'student', student.name,
        'amount_sen', own.amount_sen, 'before_sen', before.sen, 'balance_sen', before.sen - own.amount_sen)
        order by invoice.number)
      from payment_allocation own
        join invoice on invoice.id = own.invoice_id
        join student on student.id = invoice.student_id
        cross join lateral (
          select invoice.total_sen - coalesce(sum(other.amount_sen), 0) as sen
          from payment_allocation other join payment earlier on earlier.id = other.payment_id
          where other.invoice_id = invoice.id
            and (earlier.created_at, earlier.number) < (payment.created_at, payment.number)
            and (other.reversed_at is null or other.reversed_at > payment.created_at)
        ) before
      where own.payment_id = payment.id), '[]'),
    'credit_sen', (
      select coalesce(sum(delta_sen), 0) from credit_entry
      where payment_id = payment.id and reason = 'overpayment')),
  payment.created_at
from payment where status in ('paid', 'cancelled');

-- A month that was closed, with its sums at that moment; one that was opened again keeps its row.
create table month_closing (
  id uuid not null,
  month date not null,
  received_sen bigint not null,
  reversed_sen bigint not null,
  fees_sen bigint not null,
  net_sen bigint not null,
  closed_at timestamptz not null default now(),
  closed_by uuid not null,
  reopened_at timestamptz,
  reopened_by uuid,
  reopen_reason text,
  constraint month_closing_pkey primary key (id),
  constraint month_closing_closed_by_fkey foreign key (closed_by) references user_account (id),
  constraint month_closing_reopened_by_fkey foreign key (reopened_by) references user_account (id),
  constraint month_closing_month_check check (extract(day from month) = 1),
  -- Today is never in a closed month, so that money which has just come always has a day to be booked on.
  constraint month_closing_over_check
    check ((closed_at at time zone 'Asia/Kuala_Lumpur')::date >= (month + interval '1 month')::date),
  constraint month_closing_received_sen_check check (received_sen >= 0),
  constraint month_closing_reversed_sen_check check (reversed_sen <= 0),
  constraint month_closing_reopened_check check ((reopened_at is null) = (reopened_by is null)
    and (reopened_at is null) = (reopen_reason is null)),
  constraint month_closing_reopen_reason_check check (char_length(reopen_reason) between 10 and 300)
);
create unique index month_closing_month_key on month_closing (month) where reopened_at is null;
create index month_closing_closed_at_idx on month_closing (month, closed_at desc);

-- Whoever dates something into a month holds this lock shared, and whoever closes it alone: neither misses the other.
create function month_lock(dated date) returns bigint language sql stable set search_path from current as $$
  select ('month_closing'::regclass::oid::bigint << 20) + to_char(dated, 'YYYYMM')::bigint
$$;
create function month_is_open(dated date) returns boolean language plpgsql volatile set search_path from current as $$
begin
  perform pg_advisory_xact_lock_shared(month_lock(dated));
  return not exists (
    select from month_closing where month = date_trunc('month', dated)::date and reopened_at is null);
end $$;

-- The wall behind the refusal of the product, whoever writes and however.
create function refuse_closed_month() returns trigger language plpgsql set search_path from current as $$
declare
  dated date;
begin
  case tg_argv[0]
    when 'paid_on' then dated := new.paid_on;
    when 'collected_on' then dated := new.collected_on;
    when 'issued_on' then dated := new.issued_on;
  end case;
  if not month_is_open(dated) then
    raise exception using
      errcode = 'check_violation',
      message = format('%s is in a month that is closed', dated),
      table = tg_table_name, column = tg_argv[0], constraint = 'month_closed', detail = to_char(dated, 'YYYY-MM');
  end if;
  return new;
end $$;
create trigger payment_paid_on_month before insert or update of paid_on on payment
  for each row execute function refuse_closed_month('paid_on');
create trigger collection_collected_on_month before insert or update of collected_on on collection
  for each row execute function refuse_closed_month('collected_on');
create trigger invoice_issued_on_month before insert or update of issued_on on invoice
  for each row when (new.issued_on is not null) execute function refuse_closed_month('issued_on');

-- Only a draft is ever removed.
create function refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'insufficient_privilege', message = 'an issued invoice is never removed';
end $$;
create trigger invoice_removal before delete on invoice
  for each row when (old.status <> 'draft') execute function refuse_removal();
`)
    .execute(db)
}
