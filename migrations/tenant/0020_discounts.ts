import { type Kysely, sql } from 'kysely'

/** Rules by which fees are lowered, and which student has which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table discount (
  id uuid not null,
  code text not null,
  name text not null,
  type text not null,
  method text not null,
  percent_bp integer,
  amount_sen bigint,
  -- of a sibling discount; the fourth child's is that of all after it
  second_child_bp integer,
  third_child_bp integer,
  fourth_child_bp integer,
  -- before the day on which the invoice is due
  days_early integer,
  from_subjects integer,
  max_amount_sen bigint,
  valid_from date,
  valid_to date,
  stackable boolean not null default true,
  priority integer not null default 0,
  needs_approval boolean not null default false,
  needs_document boolean not null default false,
  sponsor text,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint discount_pkey primary key (id),
  constraint discount_type_check check (type in ('sibling','subsidy','staff_child','scholarship','early','multi_subject','manual')),
  constraint discount_method_check check (method in ('percent','fixed')),
  constraint discount_percent_bp_check check (percent_bp between 1 and 10000),
  constraint discount_amount_sen_check check (amount_sen between 1 and 10000000),
  constraint discount_child_bp_check check (second_child_bp between 0 and 10000 and third_child_bp between 0 and 10000 and fourth_child_bp between 0 and 10000),
  constraint discount_value_check check (
    case
      when type = 'sibling' then method = 'percent' and percent_bp is null and amount_sen is null and second_child_bp is not null
      when method = 'percent' then percent_bp is not null and amount_sen is null
      else amount_sen is not null and percent_bp is null
    end
    and (type = 'sibling' or (second_child_bp is null and third_child_bp is null and fourth_child_bp is null))),
  constraint discount_days_early_check check ((type = 'early') = (days_early is not null) and days_early between 1 and 30),
  constraint discount_from_subjects_check check ((type = 'multi_subject') = (from_subjects is not null) and from_subjects between 2 and 20),
  constraint discount_max_amount_sen_check check (max_amount_sen between 1 and 10000000),
  constraint discount_valid_check check (valid_from <= valid_to),
  constraint discount_priority_check check (priority between 0 and 999),
  constraint discount_status_check check (status in ('active','inactive'))
);
create unique index discount_code_key on discount (lower(code)) where deleted_at is null;

-- The fees that a discount lowers: all that may be discounted, unless some are named.
create table discount_fee_category (
  discount_id uuid not null,
  fee_category_id uuid not null,
  constraint discount_fee_category_pkey primary key (discount_id, fee_category_id),
  constraint discount_fee_category_discount_id_fkey foreign key (discount_id) references discount (id) on delete cascade,
  constraint discount_fee_category_fee_category_id_fkey foreign key (fee_category_id) references fee_category (id)
);
create index discount_fee_category_fee_category_id_idx on discount_fee_category (fee_category_id);

create table student_discount (
  id uuid not null,
  student_id uuid not null,
  discount_id uuid not null,
  starts_on date not null,
  ends_on date,
  reason text,
  status text not null,
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
  constraint student_discount_pkey primary key (id),
  constraint student_discount_student_id_fkey foreign key (student_id) references student (id),
  constraint student_discount_discount_id_fkey foreign key (discount_id) references discount (id),
  constraint student_discount_dates_check check (starts_on <= ends_on),
  constraint student_discount_status_check check (status in ('requested','approved','rejected','ended')),
  constraint student_discount_decided_check check ((decided_at is null) = (status = 'requested'))
);
create unique index student_discount_open_key on student_discount (student_id, discount_id) where status in ('requested','approved');
create index student_discount_discount_id_idx on student_discount (discount_id);
`)
    .execute(db)
}
