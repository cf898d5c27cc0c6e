import { type Kysely, sql } from 'kysely'

/** How students come in: applications, imports, and the move to a new school year. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- A family's application to enrol children.
create table application (
  id uuid not null,
  number text not null,
  -- Leads the family to the page of its application; unguessable.
  public_code text not null,
  channel text not null,
  form text not null,
  status text not null default 'pending',
  locale text not null,
  -- Of a signed-in parent: the account and the parent record.
  user_id uuid,
  parent_id uuid,
  phone_verified boolean not null default false,
  consent_version text not null,
  submitted_at timestamptz not null default now(),
  -- Answers to the organisation's own questions: JSON.
  answers_sealed text,
  -- One-off fees and the first month, as shown to the family.
  estimate_sen bigint,
  -- A registration fee that was paid before the decision; until then it is the family's credit.
  fee_payment_id uuid,
  decided_by uuid,
  decided_at timestamptz,
  reason text,
  withdrawn_at timestamptz,
  -- When those who decide were last reminded.
  reminded_at timestamptz,
  anonymised_at timestamptz,
  ip text,
  user_agent text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint application_pkey primary key (id),
  constraint application_number_key unique (number),
  constraint application_public_code_key unique (public_code),
  constraint application_user_id_fkey foreign key (user_id) references user_account (id),
  constraint application_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint application_fee_payment_id_fkey foreign key (fee_payment_id) references payment (id),
  constraint application_channel_check check (channel in ('public','parent','staff','import')),
  constraint application_form_check check (form in ('default','simplified')),
  constraint application_status_check check (status in ('pending','approved','rejected')),
  constraint application_locale_check check (locale ~ '^[a-z]{2,8}$'),
  constraint application_decided_check check ((decided_at is null) = (status = 'pending')),
  constraint application_reason_check check (status <> 'rejected' or reason is not null),
  constraint application_withdrawn_check check (withdrawn_at is null or status = 'rejected')
);
create index application_status_idx on application (status, submitted_at);
create index application_parent_id_idx on application (parent_id) where parent_id is not null;
create index application_user_id_idx on application (user_id) where user_id is not null;

create table application_parent (
  id uuid not null,
  application_id uuid not null,
  place integer not null,
  name text not null,
  relationship text not null,
  phone text not null,
  email text,
  identity_no_index bytea,
  -- All answers about them, by the fields of the parent form: JSON.
  answers_sealed text,
  -- The parent record that they turned out to be.
  parent_id uuid,
  constraint application_parent_pkey primary key (id),
  constraint application_parent_place_key unique (application_id, place),
  constraint application_parent_application_id_fkey foreign key (application_id) references application (id),
  constraint application_parent_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint application_parent_place_check check (place between 1 and 2),
  constraint application_parent_relationship_check check (relationship in ('father','mother','guardian'))
);
create index application_parent_phone_idx on application_parent (phone);

create table application_student (
  id uuid not null,
  application_id uuid not null,
  place integer not null,
  name text not null,
  born_on date not null,
  gender text not null,
  identity_no_index bytea,
  birth_cert_no text,
  -- All answers about the child, by the fields of the student form: JSON.
  answers_sealed text,
  branch_id uuid not null,
  -- The existing student that the parent chose, or that the application became.
  student_id uuid,
  is_existing boolean not null default false,
  -- Why this is not the existing student with the same name and birthday.
  twin_reason text,
  -- What the approval billed.
  invoice_id uuid,
  status text not null default 'pending',
  reason text,
  decided_by uuid,
  decided_at timestamptz,
  constraint application_student_pkey primary key (id),
  constraint application_student_place_key unique (application_id, place),
  constraint application_student_application_id_fkey foreign key (application_id) references application (id),
  constraint application_student_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint application_student_student_id_fkey foreign key (student_id) references student (id),
  constraint application_student_invoice_id_fkey foreign key (invoice_id) references invoice (id),
  constraint application_student_place_check check (place between 1 and 10),
  constraint application_student_gender_check check (gender in ('male','female')),
  constraint application_student_status_check check (status in ('pending','approved','rejected')),
  constraint application_student_decided_check check ((decided_at is null) = (status = 'pending')),
  constraint application_student_reason_check check (status <> 'rejected' or reason is not null),
  constraint application_student_known_check check (status <> 'approved' or student_id is not null)
);
create index application_student_branch_id_idx on application_student (branch_id);
create index application_student_born_on_idx on application_student (born_on) where status = 'pending';

create table application_subject (
  application_student_id uuid not null,
  subject_id uuid not null,
  -- The day that the family asked for.
  starts_on date,
  -- The class was full when the application was submitted.
  is_waiting boolean not null default false,
  enrolment_id uuid,
  constraint application_subject_pkey primary key (application_student_id, subject_id),
  constraint application_subject_application_student_id_fkey foreign key (application_student_id)
    references application_student (id),
  constraint application_subject_subject_id_fkey foreign key (subject_id) references subject (id),
  constraint application_subject_enrolment_id_fkey foreign key (enrolment_id) references enrolment (id)
);
create index application_subject_subject_id_idx on application_subject (subject_id);

create table application_document (
  id uuid not null,
  application_id uuid not null,
  -- Null: of the family.
  application_student_id uuid,
  kind text not null,
  -- The organisation's own question that it answers, by language.
  question jsonb,
  file_id uuid not null,
  constraint application_document_pkey primary key (id),
  constraint application_document_file_id_key unique (file_id),
  constraint application_document_application_id_fkey foreign key (application_id) references application (id),
  constraint application_document_application_student_id_fkey foreign key (application_student_id)
    references application_student (id),
  constraint application_document_file_id_fkey foreign key (file_id) references stored_file (id),
  constraint application_document_kind_check
    check (kind in ('birth_certificate','photo','parent_identity','immunisation','question'))
);
create index application_document_application_id_idx on application_document (application_id);

-- An application that is still being filled in; kept for some days and found by its code.
create table registration_draft (
  id uuid not null,
  -- Of the code in the family's link and cookie; the code itself is not stored.
  code_hash bytea not null,
  form text not null,
  locale text not null,
  user_id uuid,
  -- Everything entered so far, right or wrong: JSON.
  answers_sealed text not null,
  step text not null,
  phone text,
  phone_verified_at timestamptz,
  application_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint registration_draft_pkey primary key (id),
  constraint registration_draft_code_hash_key unique (code_hash),
  constraint registration_draft_user_id_fkey foreign key (user_id) references user_account (id),
  constraint registration_draft_application_id_fkey foreign key (application_id) references application (id),
  constraint registration_draft_form_check check (form in ('default','simplified'))
);
create index registration_draft_expires_at_idx on registration_draft (expires_at);

create table registration_draft_file (
  id uuid not null,
  draft_id uuid not null,
  -- The child's place in the draft; null: of the family.
  place integer,
  kind text not null,
  question text,
  file_id uuid not null,
  constraint registration_draft_file_pkey primary key (id),
  constraint registration_draft_file_file_id_key unique (file_id),
  constraint registration_draft_file_draft_id_fkey foreign key (draft_id)
    references registration_draft (id) on delete cascade,
  constraint registration_draft_file_file_id_fkey foreign key (file_id) references stored_file (id)
);
create index registration_draft_file_draft_id_idx on registration_draft_file (draft_id);

-- A list from Excel: its rows are sealed, and each keeps what became of it.
create table import (
  id uuid not null,
  kind text not null,
  file_name text not null,
  date_order text not null,
  branch_id uuid not null,
  -- The first row of the file; sealed because it is somebody's details where the headings are missing.
  headings_sealed text,
  -- By field: the column of the file, from 0.
  columns jsonb not null default '{}',
  -- By field: the value for all rows where the file has no column.
  fixed jsonb not null default '{}',
  status text not null default 'uploaded',
  row_count integer not null,
  error_code text,
  -- Rows that prevent an undo, with the reason, after one was refused.
  blocked jsonb,
  run_by uuid,
  run_at timestamptz,
  finished_at timestamptz,
  undone_by uuid,
  undone_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint import_pkey primary key (id),
  constraint import_kind_check check (kind in ('students','enrolments','staff','trainers','subjects','balances')),
  constraint import_date_order_check check (date_order in ('ymd','dmy')),
  constraint import_status_check check (status in
    ('uploaded','mapped','checked','running','done','done_with_errors','failed','undoing','undone')),
  constraint import_row_count_check check (row_count between 1 and 5000)
);
create index import_created_at_idx on import (created_at desc);

create table import_row (
  id uuid not null,
  import_id uuid not null,
  -- In the file, as Excel counts: the headings are row 1.
  number integer not null,
  -- By column, as JSON; null once no longer needed.
  cells_sealed text,
  status text not null default 'pending',
  -- [{ field, code }]
  problems jsonb not null default '[]',
  constraint import_row_pkey primary key (id),
  constraint import_row_number_key unique (import_id, number),
  constraint import_row_import_id_fkey foreign key (import_id) references import (id) on delete cascade,
  constraint import_row_status_check check (status in ('pending','ready','wrong','left_out','written','failed'))
);
create index import_row_status_idx on import_row (import_id, status, number);

-- What an import has written, so that it can be undone.
create table import_write (
  import_id uuid not null,
  number integer not null,
  object_type text not null,
  object_id uuid not null,
  -- If the object has another version now, somebody has changed it.
  object_version integer,
  constraint import_write_pkey primary key (object_type, object_id),
  constraint import_write_import_id_fkey foreign key (import_id) references import (id) on delete cascade
);
create index import_write_import_id_idx on import_write (import_id, number);

-- From one school year to the next: which class continues as which, what fees become, which discounts end, and what
-- that makes of each family's bill. A plan has no foreign keys to classes, enrolments, fees and discounts: it is a
-- calculation, and must not block removing them.
create table rollover (
  id uuid not null,
  name text not null,
  -- The last day of the old year and the first day of the new one.
  ends_on date not null,
  starts_on date not null,
  -- The first month that the new classes bill.
  bills_from date not null,
  percent_bp integer not null default 0,
  step_sen integer not null default 100,
  keeps_own_fees boolean not null,
  -- A family whose bill changes by this share or more is listed first.
  share_bp integer not null,
  status text not null default 'planning',
  hash text,
  problems jsonb not null default '[]',
  -- What had changed when a run compared.
  changes jsonb,
  -- What an undo left as it is, because somebody had changed it.
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
create unique index rollover_open_key on rollover ((true))
  where status in ('planning','previewing','previewed','running');

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

-- An enrolment that does something else than its class.
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

-- A price set by hand instead of the percentage.
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

-- What the preview found for an enrolment, and what the run did.
create table rollover_seat (
  id uuid not null,
  rollover_id uuid not null,
  enrolment_id uuid not null,
  student_id uuid not null,
  subject_id uuid not null,
  act text not null,
  to_subject_id uuid,
  -- Chosen for this enrolment by a person.
  by_hand boolean not null,
  -- Why there is no new enrolment although one was planned.
  reason text,
  -- The enrolment as it was: status, ends_on, bills_until.
  before jsonb not null,
  new_enrolment_id uuid,
  constraint rollover_seat_pkey primary key (id),
  constraint rollover_seat_enrolment_id_key unique (rollover_id, enrolment_id),
  constraint rollover_seat_rollover_id_fkey foreign key (rollover_id) references rollover (id) on delete cascade
);
create index rollover_seat_subject_id_idx on rollover_seat (rollover_id, subject_id);

-- What becomes of a fee.
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

-- What becomes of a student's discount.
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

-- A family's bill before and after; each fee as its total for a year.
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

-- A family's totals before and after.
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
