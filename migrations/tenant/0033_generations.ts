import { type Kysely, sql } from 'kysely'

/**
 * The billing of a month: what a preview has found, student by student and line by line, and what a run made of it. Rows
 * of a preview name students, parents, classes and fees without holding them: it is a look at them, not a use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table generation (
  id uuid not null,
  month date not null,
  -- branch_id, program_id, subject_id, fee_category_id, where it is not about all; catch_up
  filters jsonb not null default '{}',
  -- of the settings, what the invoices depend on besides the lines: group_by, issue_zero
  setting jsonb not null,
  trigger text not null default 'manual',
  -- nobody looks at the preview first: asked for by the day, or for the students that failed before
  runs_itself boolean not null default false,
  retry_of_id uuid,
  status text not null default 'previewing',
  -- whoever previews writes only while this is the number that they began with
  attempt integer not null default 0,
  student_count integer,
  hash text,
  -- what had changed when a run compared, with how many students it concerns
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
  constraint generation_status_check check (status in ('previewing','previewed','running','completed','partial','failed')),
  constraint generation_run_check check ((run_at is null) = (issued_on is null)),
  constraint generation_undo_reason_check check (char_length(undo_reason) between 10 and 300)
);
create index generation_created_at_idx on generation (created_at desc, id desc);
create index generation_run_at_idx on generation (run_at desc, id desc) where run_at is not null;
-- One run at a time for a month, and the day begins a month once.
create unique index generation_running_key on generation (month) where status = 'running';
create unique index generation_schedule_key on generation (month) where trigger = 'schedule';
create unique index generation_retry_key on generation (retry_of_id) where status in ('previewing','previewed','running');

create table generation_student (
  id uuid not null,
  generation_id uuid not null,
  -- the order of its invoices' numbers
  position integer not null,
  student_id uuid not null,
  payer_parent_id uuid,
  branch_id uuid not null,
  result text not null,
  reason text,
  -- lines and invoices that it has or will have, and what they come to
  lines integer not null default 0,
  invoices integer not null default 0,
  total_sen bigint not null default 0,
  -- what was billed for the periods just before those of this month
  before_sen bigint not null default 0,
  differences text[] not null default '{}',
  -- of everything that its lines were made from
  digest text not null,
  constraint generation_student_pkey primary key (id),
  constraint generation_student_position_key unique (generation_id, position),
  constraint generation_student_student_id_key unique (generation_id, student_id),
  constraint generation_student_generation_id_fkey foreign key (generation_id) references generation (id) on delete cascade,
  constraint generation_student_result_check check (result in ('ready','skipped','failed','created','undone'))
);
create index generation_student_result_idx on generation_student (generation_id, result, position);

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
  -- why it is not billed; null: it is
  skip text,
  difference text,
  -- what the line of the period before came to with its tax
  before_sen bigint,
  constraint generation_item_pkey primary key (generation_id, student_id, position),
  constraint generation_item_generation_id_fkey foreign key (generation_id) references generation (id) on delete cascade
);

-- What became of a run at each branch, so that its log adds up a few rows.
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
  constraint generation_branch_generation_id_fkey foreign key (generation_id) references generation (id) on delete cascade
);

alter table invoice add column generation_id uuid,
  add constraint invoice_generation_id_fkey foreign key (generation_id) references generation (id);
create index invoice_generation_id_idx on invoice (generation_id) where generation_id is not null;
`)
    .execute(db)
}
