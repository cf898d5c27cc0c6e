import { type Kysely, sql } from 'kysely'
import { searchIndex } from './search-index.ts'

/** Families and students, their enrolments and discounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table parent (
  id uuid not null,
  user_id uuid,
  name text not null,
  identity_type text not null default 'nric',
  identity_no_sealed text,
  identity_no_index bytea,
  tin text,
  phone text not null,
  email text,
  home_phone text,
  occupation text,
  relationship text not null,
  income_above_2500 boolean,
  address_line1 text,
  address_line2 text,
  address_line3 text,
  city text,
  state text,
  postcode text,
  country text not null default 'MY',
  preferred_locale text not null default 'en',
  preferred_channel text not null default 'whatsapp',
  family_code text not null,
  consent_at timestamptz,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint parent_pkey primary key (id),
  constraint parent_user_id_key unique (user_id),
  constraint parent_family_code_key unique (family_code),
  constraint parent_user_id_fkey foreign key (user_id) references user_account (id),
  constraint parent_identity_type_check check (identity_type in ('nric','passport','army')),
  constraint parent_relationship_check check (relationship in ('father','mother','guardian')),
  constraint parent_preferred_locale_check check (preferred_locale ~ '^[a-z]{2,8}$'),
  constraint parent_status_check check (status in ('active','inactive')),
  constraint parent_preferred_channel_check check (preferred_channel in ('whatsapp','email','sms','inapp')),
  constraint parent_identity_check check ((identity_no_sealed is null) = (identity_no_index is null))
);
create unique index parent_identity_no_index_key on parent (identity_no_index) where deleted_at is null;
create index parent_phone_idx on parent (phone);
create index parent_email_idx on parent (lower(email));
${searchIndex('parent', ['name', 'phone', 'email', 'family_code'])}

-- The family of one parent counts as part of another's, such as that of cousins who live together. There are no
-- chains.
create table joined_family (
  parent_id uuid not null,
  joined_to_id uuid not null,
  reason text not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint joined_family_pkey primary key (parent_id),
  constraint joined_family_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint joined_family_joined_to_id_fkey foreign key (joined_to_id) references parent (id),
  constraint joined_family_self_check check (parent_id <> joined_to_id),
  constraint joined_family_reason_check check (char_length(reason) between 10 and 300)
);
create index joined_family_joined_to_id_idx on joined_family (joined_to_id);

-- Belongs to the family of the parent who pays. The text never changes; a struck note says who struck it and when.
create table family_note (
  id uuid not null,
  parent_id uuid not null,
  body text not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  struck_at timestamptz,
  struck_by uuid,
  constraint family_note_pkey primary key (id),
  constraint family_note_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint family_note_created_by_fkey foreign key (created_by) references user_account (id),
  constraint family_note_struck_by_fkey foreign key (struck_by) references user_account (id),
  constraint family_note_body_check check (char_length(body) between 1 and 2000),
  constraint family_note_struck_check check ((struck_at is null) = (struck_by is null))
);
create index family_note_parent_id_idx on family_note (parent_id, created_at desc);

-- A removed file keeps its row as a record; its bytes are deleted.
create table family_file (
  id uuid not null,
  parent_id uuid not null,
  name text not null,
  content_type text not null,
  size_bytes integer not null,
  storage_key text not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  removed_at timestamptz,
  removed_by uuid,
  constraint family_file_pkey primary key (id),
  constraint family_file_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint family_file_created_by_fkey foreign key (created_by) references user_account (id),
  constraint family_file_removed_by_fkey foreign key (removed_by) references user_account (id),
  constraint family_file_name_check check (char_length(name) between 1 and 120),
  constraint family_file_content_type_check check (content_type in ('application/pdf','image/jpeg')),
  constraint family_file_removed_check check ((removed_at is null) = (removed_by is null))
);
create index family_file_parent_id_idx on family_file (parent_id, created_at desc);

-- What the office and a family said to each other about what is owed, what was promised and what comes next. Rows
-- never change; news is another row.
create table family_contact (
  id uuid not null,
  parent_id uuid not null,
  -- May be before the day it was recorded.
  contacted_on date not null,
  channel text not null,
  said text not null,
  promised_sen bigint,
  -- The last day on which a payment keeps the promise.
  promised_on date,
  -- Counts until the next contact is recorded.
  next_step text,
  next_on date,
  next_by uuid,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  constraint family_contact_pkey primary key (id),
  constraint family_contact_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint family_contact_next_by_fkey foreign key (next_by) references user_account (id),
  constraint family_contact_created_by_fkey foreign key (created_by) references user_account (id),
  constraint family_contact_channel_check check (channel in ('phone','whatsapp','letter','met','email')),
  constraint family_contact_said_check check (char_length(said) between 1 and 1000),
  constraint family_contact_promise_check check ((promised_sen is null) = (promised_on is null)
    and promised_sen > 0 and promised_on >= contacted_on),
  constraint family_contact_next_check check ((next_step is null) = (next_on is null)
    and (next_step is null) = (next_by is null) and char_length(next_step) between 1 and 200)
);
create index family_contact_parent_id_idx on family_contact (parent_id, contacted_on desc, created_at desc, id desc);

create table student (
  id uuid not null,
  student_no text not null,
  name text not null,
  photo_file text,
  identity_type text not null,
  identity_no_sealed text,
  identity_no_index bytea,
  birth_cert_no text,
  born_on date not null,
  gender text not null,
  nationality text not null default 'MY',
  phone text,
  email text,
  highest_education text,
  previous_school text,
  health_conditions text,
  allergies text,
  transport_type text,
  daycare text not null default 'none',
  number_of_siblings integer,
  position_in_family integer,
  tags text[] not null default '{}',
  registered_on date not null,
  graduated_on date,
  branch_id uuid not null,
  status text not null default 'active',
  -- Since when the status is what it is; null for a new student.
  status_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint student_pkey primary key (id),
  constraint student_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint student_identity_type_check check (identity_type in ('nric','passport','birth_cert')),
  constraint student_gender_check check (gender in ('male','female')),
  constraint student_highest_education_check check (
    highest_education in ('none','preschool','primary','lower_secondary','spm','stpm_diploma','degree','other')),
  constraint student_transport_type_check check (transport_type in ('parent','school_van','bus','walk','own','other')),
  constraint student_daycare_check check (daycare in ('none','half_day','full_day')),
  constraint student_number_of_siblings_check check (number_of_siblings between 0 and 20),
  constraint student_position_in_family_check check (position_in_family between 1 and 21),
  constraint student_status_check check (status in ('active','inactive','graduated','withdrawn')),
  constraint student_identity_check check ((identity_no_sealed is null) = (identity_no_index is null)),
  constraint student_tags_check check (cardinality(tags) <= 10)
);
create unique index student_student_no_key on student (lower(student_no)) where deleted_at is null;
create unique index student_identity_no_index_key on student (identity_no_index) where deleted_at is null;
create index student_name_idx on student (lower(name));
create index student_branch_id_idx on student (branch_id);
create unique index student_birth_cert_no_key on student (lower(birth_cert_no)) where deleted_at is null;
-- The same name, however it is written, and the same birthday.
create index student_twin_idx on student (born_on, (regexp_replace(lower(name), '[[:space:][:punct:]]', '', 'g')));
${searchIndex('student', ['name', 'student_no'])}

create table student_parent (
  student_id uuid not null,
  parent_id uuid not null,
  relationship text not null,
  is_primary boolean not null default false,
  is_payer boolean not null default false,
  constraint student_parent_pkey primary key (student_id, parent_id),
  constraint student_parent_student_id_fkey foreign key (student_id) references student (id),
  constraint student_parent_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint student_parent_relationship_check check (relationship in ('father','mother','guardian'))
);
create unique index student_parent_payer_key on student_parent (student_id) where is_payer;
create index student_parent_parent_id_idx on student_parent (parent_id);
create unique index student_parent_primary_key on student_parent (student_id) where is_primary;

-- What a parent asks to have changed in their child's record; the office decides.
create table student_change (
  id uuid not null,
  student_id uuid not null,
  parent_id uuid not null,
  changes_sealed text not null,
  reason text,
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
  constraint student_change_pkey primary key (id),
  constraint student_change_student_id_fkey foreign key (student_id) references student (id),
  constraint student_change_parent_id_fkey foreign key (parent_id) references parent (id),
  constraint student_change_requested_by_fkey foreign key (requested_by) references user_account (id),
  constraint student_change_decided_by_fkey foreign key (decided_by) references user_account (id),
  constraint student_change_reason_check check (char_length(reason) between 1 and 300),
  constraint student_change_status_check check (status in ('requested','approved','rejected','withdrawn')),
  constraint student_change_decided_check check ((decided_at is null) = (status = 'requested')),
  constraint student_change_four_eyes_check check (status <> 'approved' or decided_by <> requested_by)
);
create index student_change_student_id_idx on student_change (student_id);
create index student_change_parent_id_idx on student_change (parent_id);
create unique index student_change_open_key on student_change (student_id) where status = 'requested';

-- A student's seat in a class.
create table enrolment (
  id uuid not null,
  student_id uuid not null,
  subject_id uuid not null,
  starts_on date not null,
  ends_on date,
  paused_from date,
  -- The last day of the pause; null until someone ends it.
  paused_to date,
  -- The first and the last day that are charged, where these differ from the first and the last day: a seat that
  -- changes in mid-month may be billed by whole months.
  bills_from date,
  bills_until date,
  status text not null default 'active',
  source text not null default 'staff',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint enrolment_pkey primary key (id),
  constraint enrolment_student_id_fkey foreign key (student_id) references student (id),
  constraint enrolment_subject_id_fkey foreign key (subject_id) references subject (id),
  constraint enrolment_status_check check (status in ('active','paused','waitlisted','ended')),
  constraint enrolment_source_check check (source in ('application','staff','import','rollover')),
  constraint enrolment_paused_check check (paused_from <= paused_to and (paused_from is not null or paused_to is null))
);
create unique index enrolment_student_id_subject_id_key on enrolment (student_id, subject_id) where status <> 'ended';
create index enrolment_subject_id_idx on enrolment (subject_id);
-- Lists of classes count the seats of each.
create index enrolment_seat_idx on enrolment (subject_id, status, starts_on, ends_on) where status <> 'ended';

-- What one student pays in one class instead of the standard price.
create table enrolment_fee (
  enrolment_id uuid not null,
  fee_type_id uuid not null,
  amount_sen bigint not null,
  reason text not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint enrolment_fee_pkey primary key (enrolment_id, fee_type_id),
  constraint enrolment_fee_enrolment_id_fkey foreign key (enrolment_id) references enrolment (id),
  constraint enrolment_fee_fee_type_id_fkey foreign key (fee_type_id) references fee_type (id),
  constraint enrolment_fee_amount_sen_check check (amount_sen between 0 and 10000000)
);
create index enrolment_fee_fee_type_id_idx on enrolment_fee (fee_type_id);

-- Which student has which discount.
create table student_discount (
  id uuid not null,
  student_id uuid not null,
  discount_id uuid not null,
  starts_on date not null,
  ends_on date,
  -- The discount that this one follows.
  renews_id uuid,
  reason text,
  -- Which paper was seen.
  document text,
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
  constraint student_discount_renews_id_fkey foreign key (renews_id) references student_discount (id),
  constraint student_discount_dates_check check (starts_on <= ends_on),
  constraint student_discount_status_check check (status in ('requested','approved','rejected','withdrawn','ended')),
  constraint student_discount_decided_check check ((decided_at is null) = (status = 'requested')),
  constraint student_discount_reason_check check (status <> 'rejected' or decision_reason is not null)
);
create index student_discount_discount_id_idx on student_discount (discount_id);
create index student_discount_status_idx on student_discount (status, ends_on)
  where status in ('requested','approved');
-- A renewal exists beside the discount that it follows until that one ends.
create unique index student_discount_open_key on student_discount (student_id, discount_id)
  where status in ('requested','approved') and renews_id is null;
create unique index student_discount_renewed_key on student_discount (renews_id)
  where status in ('requested','approved');
`)
    .execute(db)
}
