import { type Kysely, sql } from 'kysely'

/**
 * From one year to the next: which class goes on as which, what fees come to then, whose discounts end, and what that makes
 * of each family's bill. A seat that changes in mid-month is billed by whole months: what it is charged for may differ from
 * the days on which somebody sits there. A plan names classes, seats, fees and discounts without holding them: it is a look at
 * them, not a use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table enrolment
  -- The first and the last day that are charged, where that is not the first and the last day.
  add column bills_from date,
  add column bills_until date;

create table rollover (
  id uuid not null,
  name text not null,
  -- last day of the old year and first day of the new one
  ends_on date not null,
  starts_on date not null,
  -- the first month that the new classes bill
  bills_from date not null,
  percent_bp integer not null default 0,
  step_sen integer not null default 100,
  keeps_own_fees boolean not null,
  -- from which change of its bill on a family is shown first
  share_bp integer not null,
  status text not null default 'planning',
  hash text,
  problems jsonb not null default '[]',
  -- what had changed when a run compared
  changes jsonb,
  -- what an undo has left as it is, since somebody has changed it
  stayed jsonb,
  error_code text,
  previewed_at timestamptz,
  run_by uuid,
  run_at timestamptz,
  done_at timestamptz,
  undone_by uuid,
  undo_asked_at timestamptz,
  undone_at timestamptz,
  undo_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint rollover_pkey primary key (id),
  constraint rollover_name_check check (char_length(name) between 1 and 60),
  constraint rollover_days_check check (starts_on > ends_on),
  constraint rollover_bills_from_check check (extract(day from bills_from) = 1),
  constraint rollover_percent_bp_check check (percent_bp between 0 and 10000),
  constraint rollover_step_sen_check check (step_sen in (1, 5, 10, 50, 100, 500, 1000)),
  constraint rollover_share_bp_check check (share_bp between 0 and 10000),
  constraint rollover_status_check check (status in ('planning','previewing','previewed','running','done','undone')),
  constraint rollover_done_check check ((done_at is not null) = (status in ('done','undone'))),
  constraint rollover_undone_check check ((undone_at is not null) = (status = 'undone')),
  constraint rollover_undo_reason_check check (char_length(undo_reason) between 10 and 300)
);
create index rollover_created_at_idx on rollover (created_at desc, id desc);
-- One at a time.
create unique index rollover_open_key on rollover ((true)) where status in ('planning','previewing','previewed','running');

create table rollover_class (
  id uuid not null,
  rollover_id uuid not null,
  subject_id uuid not null,
  act text not null,
  to_subject_id uuid,
  constraint rollover_class_pkey primary key (id),
  constraint rollover_class_subject_id_key unique (rollover_id, subject_id),
  constraint rollover_class_rollover_id_fkey foreign key (rollover_id) references rollover (id) on delete cascade,
  constraint rollover_class_act_check check (act in ('promote','carry','end')),
  constraint rollover_class_to_check check ((act = 'promote') = (to_subject_id is not null)),
  constraint rollover_class_other_check check (to_subject_id <> subject_id)
);

-- What one seat does that its class does not.
create table rollover_choice (
  rollover_id uuid not null,
  enrolment_id uuid not null,
  act text not null,
  to_subject_id uuid,
  constraint rollover_choice_pkey primary key (rollover_id, enrolment_id),
  constraint rollover_choice_rollover_id_fkey foreign key (rollover_id) references rollover (id) on delete cascade,
  constraint rollover_choice_act_check check (act in ('promote','carry','end')),
  constraint rollover_choice_to_check check ((act = 'promote') = (to_subject_id is not null))
);

-- A price by hand, in place of the percentage.
create table rollover_fee (
  rollover_id uuid not null,
  subject_fee_id uuid not null,
  amount_sen bigint not null,
  constraint rollover_fee_pkey primary key (rollover_id, subject_fee_id),
  constraint rollover_fee_rollover_id_fkey foreign key (rollover_id) references rollover (id) on delete cascade,
  constraint rollover_fee_amount_sen_check check (amount_sen between 0 and 10000000)
);

-- Discounts that are not carried over.
create table rollover_discount (
  rollover_id uuid not null,
  discount_id uuid not null,
  constraint rollover_discount_pkey primary key (rollover_id, discount_id),
  constraint rollover_discount_rollover_id_fkey foreign key (rollover_id) references rollover (id) on delete cascade
);

-- What a preview has found, and what a run has done. Rows of a preview name what they are about without holding it.
create table rollover_seat (
  id uuid not null,
  rollover_id uuid not null,
  enrolment_id uuid not null,
  student_id uuid not null,
  subject_id uuid not null,
  act text not null,
  to_subject_id uuid,
  -- somebody has chosen it for this seat
  by_hand boolean not null,
  -- why there is no new seat where there was to be one
  reason text,
  -- the seat as it was: status, ends_on, bills_until
  before jsonb not null,
  new_enrolment_id uuid,
  constraint rollover_seat_pkey primary key (id),
  constraint rollover_seat_enrolment_id_key unique (rollover_id, enrolment_id),
  constraint rollover_seat_rollover_id_fkey foreign key (rollover_id) references rollover (id) on delete cascade
);
create index rollover_seat_subject_id_idx on rollover_seat (rollover_id, subject_id);

create table rollover_price (
  rollover_id uuid not null,
  subject_fee_id uuid not null,
  before_sen bigint not null,
  after_sen bigint not null,
  ends_on date,
  new_subject_fee_id uuid,
  constraint rollover_price_pkey primary key (rollover_id, subject_fee_id),
  constraint rollover_price_rollover_id_fkey foreign key (rollover_id) references rollover (id) on delete cascade
);

create table rollover_grant (
  rollover_id uuid not null,
  student_discount_id uuid not null,
  act text not null,
  ends_on date,
  reason text,
  new_student_discount_id uuid,
  constraint rollover_grant_pkey primary key (rollover_id, student_discount_id),
  constraint rollover_grant_rollover_id_fkey foreign key (rollover_id) references rollover (id) on delete cascade,
  constraint rollover_grant_act_check check (act in ('carry','end'))
);

-- A family's bill before and after, each fee by what it comes to in a year.
create table rollover_line (
  rollover_id uuid not null,
  parent_id uuid not null,
  student_id uuid not null,
  subject_id uuid not null,
  fee_type_id uuid not null,
  apply_to text not null,
  side text not null,
  times integer not null,
  sen bigint not null,
  constraint rollover_line_rollover_id_fkey foreign key (rollover_id) references rollover (id) on delete cascade,
  constraint rollover_line_side_check check (side in ('before','after'))
);
create index rollover_line_rollover_id_idx on rollover_line (rollover_id, parent_id);

create table rollover_family (
  id uuid not null,
  rollover_id uuid not null,
  parent_id uuid not null,
  students integer not null,
  before_sen bigint not null,
  after_sen bigint not null,
  constraint rollover_family_pkey primary key (id),
  constraint rollover_family_parent_id_key unique (rollover_id, parent_id),
  constraint rollover_family_rollover_id_fkey foreign key (rollover_id) references rollover (id) on delete cascade
);
`)
    .execute(db)
}
