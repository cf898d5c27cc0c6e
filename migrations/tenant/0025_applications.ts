import { type Kysely, sql } from 'kysely'

/** What families hand in to register their children, and what of it has been begun and not yet handed in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table application (
  id uuid not null,
  number text not null,
  -- the family's way to the page of its application; unguessable
  public_code text not null,
  channel text not null,
  form text not null,
  status text not null default 'pending',
  locale text not null,
  -- of a signed-in parent: who handed it in, and the parent who is on file
  user_id uuid,
  parent_id uuid,
  phone_verified boolean not null default false,
  consent_version text not null,
  submitted_at timestamptz not null default now(),
  -- answers to the organisation's own questions: JSON
  answers_sealed text,
  -- once and first month, as told to the family before it handed in
  estimate_sen bigint,
  decided_by uuid,
  decided_at timestamptz,
  reason text,
  withdrawn_at timestamptz,
  -- who decides was last reminded that it waits
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
  -- everything that was answered about them, by the fields of the parent's form: JSON
  answers_sealed text,
  -- who they turned out to be
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
  -- everything that was answered about the child, by the fields of the student's form: JSON
  answers_sealed text,
  branch_id uuid not null,
  -- the child on file that was chosen by the parent, or that the application became
  student_id uuid,
  is_existing boolean not null default false,
  -- why this is not the child on file with the same name and birthday
  twin_reason text,
  -- what approval billed
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
  -- the day that the family wishes for
  starts_on date,
  -- the class was full when it was handed in
  is_waiting boolean not null default false,
  enrolment_id uuid,
  constraint application_subject_pkey primary key (application_student_id, subject_id),
  constraint application_subject_application_student_id_fkey foreign key (application_student_id) references application_student (id),
  constraint application_subject_subject_id_fkey foreign key (subject_id) references subject (id),
  constraint application_subject_enrolment_id_fkey foreign key (enrolment_id) references enrolment (id)
);
create index application_subject_subject_id_idx on application_subject (subject_id);

create table application_document (
  id uuid not null,
  application_id uuid not null,
  -- null: of the family
  application_student_id uuid,
  kind text not null,
  -- one of the organisation's own questions
  question text,
  file_id uuid not null,
  constraint application_document_pkey primary key (id),
  constraint application_document_file_id_key unique (file_id),
  constraint application_document_application_id_fkey foreign key (application_id) references application (id),
  constraint application_document_application_student_id_fkey foreign key (application_student_id) references application_student (id),
  constraint application_document_file_id_fkey foreign key (file_id) references stored_file (id),
  constraint application_document_kind_check check (kind in ('birth_certificate','photo','parent_identity','immunisation','question'))
);
create index application_document_application_id_idx on application_document (application_id);

-- A registration that is being filled in: kept for some days, found again by its code.
create table registration_draft (
  id uuid not null,
  -- of the code in the family's link and cookie; never the code itself
  code_hash bytea not null,
  form text not null,
  locale text not null,
  user_id uuid,
  -- everything typed so far, right or wrong: JSON
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
  -- place of the child among the draft's; null: of the family
  place integer,
  kind text not null,
  question text,
  file_id uuid not null,
  constraint registration_draft_file_pkey primary key (id),
  constraint registration_draft_file_draft_id_fkey foreign key (draft_id) references registration_draft (id) on delete cascade,
  constraint registration_draft_file_file_id_key unique (file_id),
  constraint registration_draft_file_file_id_fkey foreign key (file_id) references stored_file (id)
);
create index registration_draft_file_draft_id_idx on registration_draft_file (draft_id);
`)
    .execute(db)
}
