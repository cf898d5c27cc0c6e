import { type Kysely, sql } from 'kysely'
import { searchIndex } from './search-index.ts'

/** Closed months, billing runs and invoices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- A closed month with its totals at that moment. A month that was reopened keeps its row.
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
  -- The current month cannot be closed, so money that arrives today always has a day to be booked on.
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

-- Whoever dates something into a month holds this lock shared, whoever closes the month holds it alone; so neither
-- misses the other.
create function month_lock(dated date) returns bigint language sql stable set search_path from current as $$
  select ('month_closing'::regclass::oid::bigint << 20) + to_char(dated, 'YYYYMM')::bigint
$$;
create function month_is_open(dated date) returns boolean language plpgsql volatile set search_path from current as $$
begin
  perform pg_advisory_xact_lock_shared(month_lock(dated));
  return not exists (
    select from month_closing where month = date_trunc('month', dated)::date and reopened_at is null);
end $$;

-- Nothing is dated into a closed month. A check constraint cannot look at another table.
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

-- The billing of a month: a preview first, then a run that issues the invoices.
create table generation (
  id uuid not null,
  month date not null,
  -- branch_id, program_id, subject_id, fee_category_id when limited to one; catch_up.
  filters jsonb not null default '{}',
  -- The settings on which the invoices depend besides the lines: group_by, issue_zero.
  setting jsonb not null,
  trigger text not null default 'manual',
  -- Runs without anyone looking at the preview: started by the schedule, or a retry of the students that failed.
  runs_itself boolean not null default false,
  retry_of_id uuid,
  status text not null default 'previewing',
  -- Counts the starts of the preview; a job writes only while this is the number it started with.
  attempt integer not null default 0,
  student_count integer,
  -- Of the whole preview: a run compares it with what it would bill now.
  hash text,
  -- What had changed when a run compared, and for how many students.
  changes jsonb,
  issued_on date,
  checked_at timestamptz,
  error_code text,
  previewed_at timestamptz,
  run_by uuid,
  run_at timestamptz,
  finished_at timestamptz,
  undo_asked_at timestamptz,
  undone_by uuid,
  undone_at timestamptz,
  undo_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint generation_pkey primary key (id),
  constraint generation_retry_of_id_fkey foreign key (retry_of_id) references generation (id),
  constraint generation_month_check check (extract(day from month) = 1),
  constraint generation_trigger_check check (trigger in ('manual','schedule')),
  constraint generation_status_check
    check (status in ('previewing','previewed','running','completed','partial','failed')),
  constraint generation_run_check check ((run_at is null) = (issued_on is null)),
  constraint generation_undo_reason_check check (char_length(undo_reason) between 10 and 300)
);
create index generation_created_at_idx on generation (created_at desc, id desc);
create index generation_run_at_idx on generation (run_at desc, id desc) where run_at is not null;
-- One run at a time for a month, and the schedule starts a month once.
create unique index generation_running_key on generation (month) where status = 'running';
create unique index generation_schedule_key on generation (month) where trigger = 'schedule';
create unique index generation_retry_key on generation (retry_of_id)
  where status in ('previewing','previewed','running');

-- One student in a preview, and what the run made of it. Rows of a preview have no foreign keys to students, parents,
-- classes and fees: it is a calculation, and must not block removing them. Half of each page stays free, so that a
-- run updates rows in place without touching the indexes.
create table generation_student (
  id uuid not null,
  generation_id uuid not null,
  -- The order in which invoices get their numbers.
  position integer not null,
  student_id uuid not null,
  payer_parent_id uuid,
  branch_id uuid not null,
  result text not null,
  reason text,
  -- The lines and invoices that are planned or made, and their total.
  lines integer not null default 0,
  invoices integer not null default 0,
  total_sen bigint not null default 0,
  -- What was billed for the periods just before this month's.
  before_sen bigint not null default 0,
  differences text[] not null default '{}',
  -- Of everything that its lines were calculated from.
  digest text not null,
  constraint generation_student_pkey primary key (id),
  constraint generation_student_position_key unique (generation_id, position),
  constraint generation_student_student_id_key unique (generation_id, student_id),
  constraint generation_student_generation_id_fkey foreign key (generation_id)
    references generation (id) on delete cascade,
  constraint generation_student_result_check check (result in ('ready','skipped','failed','created','undone'))
) with (fillfactor = 50);

-- One line of a student in a preview.
create table generation_item (
  generation_id uuid not null,
  student_id uuid not null,
  position integer not null,
  enrolment_id uuid,
  subject_id uuid not null,
  subject_fee_id uuid,
  fee_type_id uuid not null,
  apply_to text not null,
  period_key text not null,
  period_starts_on date,
  period_ends_on date,
  description text not null,
  quantity_hundredths integer not null,
  price_sen bigint not null,
  discount_sen bigint not null,
  taxable boolean not null,
  tax_sen bigint not null,
  amount_sen bigint not null,
  due_on date,
  facts jsonb,
  -- Why it is not billed; null: it is billed.
  skip text,
  difference text,
  -- The line of the previous period, with tax.
  before_sen bigint,
  constraint generation_item_pkey primary key (generation_id, student_id, position),
  constraint generation_item_generation_id_fkey foreign key (generation_id)
    references generation (id) on delete cascade
);

-- Totals of a run by branch, so that its log sums a few rows.
create table generation_branch (
  generation_id uuid not null,
  branch_id uuid not null,
  considered integer not null,
  created integer not null,
  skipped integer not null,
  failed integer not null,
  invoices integer not null,
  total_sen bigint not null,
  constraint generation_branch_pkey primary key (generation_id, branch_id),
  constraint generation_branch_generation_id_fkey foreign key (generation_id)
    references generation (id) on delete cascade
);

create table invoice (
  id uuid not null,
  number text,
  public_code text not null,
  student_id uuid not null,
  payer_parent_id uuid not null,
  branch_id uuid not null,
  generation_id uuid,
  issued_on date,
  due_on date not null,
  -- Owed since before the organisation came here, hence due before it was issued.
  is_carried_over boolean not null default false,
  period_key text,
  sub_total_sen bigint not null,
  discount_total_sen bigint not null default 0,
  tax_rate_bp integer not null default 0,
  tax_total_sen bigint not null default 0,
  total_sen bigint not null,
  paid_sen bigint not null default 0,
  credited_sen bigint not null default 0,
  balance_sen bigint not null generated always as (total_sen - paid_sen - credited_sen) stored,
  paid_on date,
  remark text,
  internal_note text,
  status text not null default 'draft',
  locked_until timestamptz,
  -- The attempt that holds the invoice; only that attempt, or a person, releases it.
  locked_by_attempt_id uuid,
  cancel_reason text,
  cancelled_at timestamptz,
  cancelled_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint invoice_pkey primary key (id),
  constraint invoice_number_key unique (number),
  constraint invoice_public_code_key unique (public_code),
  constraint invoice_student_id_fkey foreign key (student_id) references student (id),
  constraint invoice_payer_parent_id_fkey foreign key (payer_parent_id) references parent (id),
  constraint invoice_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint invoice_generation_id_fkey foreign key (generation_id) references generation (id),
  constraint invoice_status_check check (status in ('draft','unpaid','pending','paid','cancelled')),
  constraint invoice_number_check check ((number is null) = (status = 'draft')),
  constraint invoice_issued_on_check check ((issued_on is null) = (status = 'draft')),
  constraint invoice_due_on_check check (due_on >= issued_on or is_carried_over),
  constraint invoice_tax_rate_bp_check check (tax_rate_bp between 0 and 10000),
  constraint invoice_total_sen_check
    check (total_sen = sub_total_sen + tax_total_sen and total_sen between 0 and 100000000),
  constraint invoice_paid_sen_check
    check (paid_sen >= 0 and credited_sen >= 0 and paid_sen + credited_sen <= total_sen),
  constraint invoice_paid_check check (status <> 'paid' or paid_sen + credited_sen = total_sen)
);
create index invoice_issued_on_idx on invoice (issued_on desc, id desc);
create index invoice_due_on_idx on invoice (due_on) where status in ('unpaid','pending');
create index invoice_student_id_idx on invoice (student_id);
create index invoice_payer_parent_id_idx on invoice (payer_parent_id);
create index invoice_branch_id_idx on invoice (branch_id);
-- Few rows of many, counted in the menu of each page.
create index invoice_draft_idx on invoice (created_at) where status = 'draft';
-- The open invoices of a family.
create index invoice_payer_open_idx on invoice (payer_parent_id, due_on) where status in ('unpaid','pending');
create index invoice_generation_id_idx on invoice (generation_id) where generation_id is not null;
${searchIndex('invoice', ['number'])}

-- Only a draft is ever removed: an issued invoice has a number, and numbers have no gaps. No constraint can refuse a
-- removal.
create function refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'insufficient_privilege', message = 'an issued invoice is never removed';
end $$;
create trigger invoice_removal before delete on invoice
  for each row when (old.status <> 'draft') execute function refuse_removal();

-- refuse_closed_month for all invoices of a statement at once, so that a billing run asks once for each day.
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
create trigger invoice_issued_on_months after insert on invoice
  referencing new table as fresh for each statement execute function refuse_closed_months();
create trigger invoice_issued_on_month before update of issued_on on invoice
  for each row when (new.issued_on is not null) execute function refuse_closed_month('issued_on');

create table invoice_item (
  id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  subject_fee_id uuid,
  fee_type_id uuid,
  description text not null,
  period_starts_on date,
  period_ends_on date,
  quantity_hundredths integer not null default 100,
  price_sen bigint not null,
  discount_sen bigint not null default 0,
  discount_reason text,
  taxable boolean not null default false,
  tax_sen bigint not null default 0,
  amount_sen bigint not null,
  -- How the amount was calculated, see app/domain/billing/plan/facts.ts; null: entered by hand.
  facts jsonb,
  constraint invoice_item_pkey primary key (id),
  constraint invoice_item_invoice_id_position_key unique (invoice_id, position),
  -- Deferrable because a run writes lines before their invoices, so that it holds the counter of numbers for the
  -- invoices alone.
  constraint invoice_item_invoice_id_fkey foreign key (invoice_id)
    references invoice (id) on delete cascade deferrable initially immediate,
  constraint invoice_item_subject_fee_id_fkey foreign key (subject_fee_id) references subject_fee (id),
  constraint invoice_item_fee_type_id_fkey foreign key (fee_type_id) references fee_type (id),
  constraint invoice_item_quantity_hundredths_check check (quantity_hundredths between 1 and 999999),
  constraint invoice_item_price_sen_check check (price_sen >= 0),
  constraint invoice_item_discount_sen_check check (discount_sen >= 0),
  constraint invoice_item_amount_sen_check check (amount_sen >= 0)
);
create index invoice_item_subject_fee_id_idx on invoice_item (subject_fee_id);

-- A fee of a class is billed once for a student and period, whoever bills it; drafts count too.
create table billed_fee (
  student_id uuid not null,
  subject_id uuid not null,
  fee_type_id uuid not null,
  apply_to text not null,
  -- 2026-03, 2026-Q1, 2026-H1, 2026 or once.
  period_key text not null,
  period_starts_on date,
  period_ends_on date,
  invoice_id uuid not null,
  invoice_item_id uuid not null,
  constraint billed_fee_pkey primary key (student_id, subject_id, fee_type_id, apply_to, period_key),
  constraint billed_fee_student_id_fkey foreign key (student_id) references student (id),
  constraint billed_fee_subject_id_fkey foreign key (subject_id) references subject (id),
  constraint billed_fee_fee_type_id_fkey foreign key (fee_type_id) references fee_type (id),
  constraint billed_fee_invoice_id_fkey foreign key (invoice_id) references invoice (id) on delete cascade
    deferrable initially immediate,
  constraint billed_fee_invoice_item_id_fkey foreign key (invoice_item_id)
    references invoice_item (id) on delete cascade,
  constraint billed_fee_period_check check ((period_starts_on is null) = (period_ends_on is null)
    and (period_starts_on is null) = (period_key = 'once') and period_starts_on <= period_ends_on)
);
create index billed_fee_invoice_id_idx on billed_fee (invoice_id);
create index billed_fee_invoice_item_id_idx on billed_fee (invoice_item_id);
-- Billing looks for a student's days that are billed already.
create index billed_fee_student_id_period_ends_on_idx on billed_fee (student_id, period_ends_on);

-- A billed fee is that of its line: same invoice, class, type of fee and student. The facts are in three other
-- tables, so no constraint can compare them. Lines may be written before their invoice; then the trigger on invoice
-- compares the student. The planner must look up each row by its key: in a first month it has no statistics, and
-- would compare every row with every line.
create function refuse_other_fee() returns trigger language plpgsql
  set search_path from current
  set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  set enable_bitmapscan = off as $$
begin
  -- "offset 0" keeps the planner from merging the look-ups into one join.
  if exists (
    select from fresh
      left join lateral (
        select invoice_id, subject_fee_id from invoice_item where id = fresh.invoice_item_id offset 0) as item on true
      left join lateral (
        select subject_id, fee_type_id, apply_to from subject_fee where id = item.subject_fee_id offset 0
      ) as fee on true
      left join lateral (select student_id from invoice where id = item.invoice_id offset 0) as invoice on true
    where (item.invoice_id, fee.subject_id, fee.fee_type_id, fee.apply_to,
        coalesce(invoice.student_id, fresh.student_id))
      is distinct from (fresh.invoice_id, fresh.subject_id, fresh.fee_type_id, fresh.apply_to, fresh.student_id)
  ) then
    raise exception using errcode = 'check_violation', message = 'a billed fee is not that of its line',
      table = tg_table_name, constraint = 'billed_fee_line';
  end if;
  return null;
end $$;
create trigger billed_fee_line after insert on billed_fee
  referencing new table as fresh for each statement execute function refuse_other_fee();
create trigger billed_fee_changed_line after update on billed_fee
  referencing new table as fresh for each statement execute function refuse_other_fee();

-- The other half, when the invoice is written after its lines.
create function refuse_other_student() returns trigger language plpgsql
  set search_path from current
  set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  set enable_bitmapscan = off as $$
begin
  if exists (
    select from fresh
      cross join lateral (select id from invoice_item where invoice_id = fresh.id offset 0) as item
      cross join lateral (select student_id from billed_fee where invoice_item_id = item.id offset 0) as billed
    where billed.student_id <> fresh.student_id
  ) then
    raise exception using errcode = 'check_violation', message = 'an invoice has billed a fee of another student',
      table = tg_table_name, constraint = 'billed_fee_line';
  end if;
  return null;
end $$;
create trigger invoice_billed_student after insert on invoice
  referencing new table as fresh for each statement execute function refuse_other_student();
`)
    .execute(db)
}
