import { type Kysely, sql } from 'kysely'

/** What is taught and what it costs: programs, categories, modules, subjects, fees, enrolments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table program (
  id uuid not null,
  code text not null,
  name text not null,
  description text,
  department_id uuid,
  level text,
  duration_months integer,
  starts_on date,
  ends_on date,
  public_registration boolean not null default true,
  sort_order integer not null default 0,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint program_pkey primary key (id),
  constraint program_department_id_fkey foreign key (department_id) references department (id),
  constraint program_duration_months_check check (duration_months between 1 and 120),
  constraint program_status_check check (status in ('active','inactive'))
);
create unique index program_code_key on program (lower(code)) where deleted_at is null;

create table category (
  id uuid not null,
  code text not null,
  name text not null,
  kind text not null default 'level',
  min_age integer,
  max_age integer,
  description text,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint category_pkey primary key (id),
  constraint category_kind_check check (kind in ('level','age','stream','other')),
  constraint category_age_check check (min_age is null or max_age is null or min_age <= max_age),
  constraint category_status_check check (status in ('active','inactive'))
);
create unique index category_code_key on category (lower(code)) where deleted_at is null;

create table module (
  id uuid not null,
  code text not null,
  name text not null,
  program_id uuid not null,
  sequence integer not null default 1,
  description text,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint module_pkey primary key (id),
  constraint module_program_id_fkey foreign key (program_id) references program (id),
  constraint module_status_check check (status in ('active','inactive'))
);
create unique index module_code_key on module (lower(code)) where deleted_at is null;

create table subject (
  id uuid not null,
  code text not null,
  name text not null,
  program_id uuid not null,
  module_id uuid,
  category_id uuid,
  branch_id uuid not null,
  capacity integer,
  session_minutes integer not null default 60,
  sessions_per_month integer not null default 4,
  starts_on date,
  ends_on date,
  registration_open boolean not null default true,
  description text,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint subject_pkey primary key (id),
  constraint subject_program_id_fkey foreign key (program_id) references program (id),
  constraint subject_module_id_fkey foreign key (module_id) references module (id),
  constraint subject_category_id_fkey foreign key (category_id) references category (id),
  constraint subject_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint subject_capacity_check check (capacity between 1 and 1000),
  constraint subject_session_minutes_check check (session_minutes between 15 and 480),
  constraint subject_sessions_per_month_check check (sessions_per_month between 1 and 31),
  constraint subject_status_check check (status in ('active','inactive','closed'))
);
create unique index subject_code_key on subject (lower(code)) where deleted_at is null;
create index subject_category_id_idx on subject (category_id);

-- Who teaches or assists in a subject; gives trainers and class assistants their scope.
create table subject_trainer (
  subject_id uuid not null,
  user_id uuid not null,
  duty text not null default 'trainer',
  constraint subject_trainer_pkey primary key (subject_id, user_id),
  constraint subject_trainer_subject_id_fkey foreign key (subject_id) references subject (id),
  constraint subject_trainer_user_id_fkey foreign key (user_id) references user_account (id),
  constraint subject_trainer_duty_check check (duty in ('trainer','assistant'))
);
create index subject_trainer_user_id_idx on subject_trainer (user_id);

create table fee_category (
  id uuid not null,
  code text not null,
  name text not null,
  kind text not null,
  einvoice_classification text not null default '010',
  discountable boolean not null default false,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint fee_category_pkey primary key (id),
  constraint fee_category_kind_check check (kind in ('tuition','registration','annual','exam','material','uniform','transport','daycare','meal','activity','deposit','other')),
  constraint fee_category_status_check check (status in ('active','inactive'))
);
create unique index fee_category_code_key on fee_category (lower(code)) where deleted_at is null;

create table fee_type (
  id uuid not null,
  code text not null,
  name text not null,
  fee_category_id uuid not null,
  default_amount_sen bigint not null default 0,
  taxable boolean not null default false,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint fee_type_pkey primary key (id),
  constraint fee_type_fee_category_id_fkey foreign key (fee_category_id) references fee_category (id),
  constraint fee_type_default_amount_sen_check check (default_amount_sen >= 0),
  constraint fee_type_status_check check (status in ('active','inactive'))
);
create unique index fee_type_code_key on fee_type (lower(code)) where deleted_at is null;

create table subject_fee (
  id uuid not null,
  subject_id uuid not null,
  fee_type_id uuid not null,
  amount_sen bigint not null,
  frequency text not null,
  due_day integer not null default 7,
  starts_on date not null,
  ends_on date,
  remark text,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint subject_fee_pkey primary key (id),
  constraint subject_fee_subject_id_fkey foreign key (subject_id) references subject (id),
  constraint subject_fee_fee_type_id_fkey foreign key (fee_type_id) references fee_type (id),
  constraint subject_fee_amount_sen_check check (amount_sen between 1 and 10000000),
  constraint subject_fee_frequency_check check (frequency in ('one_off','monthly','quarterly','half_yearly','yearly')),
  constraint subject_fee_due_day_check check (due_day between 1 and 31),
  constraint subject_fee_status_check check (status in ('active','inactive'))
);
create index subject_fee_subject_id_idx on subject_fee (subject_id);

create table enrolment (
  id uuid not null,
  student_id uuid not null,
  subject_id uuid not null,
  starts_on date not null,
  ends_on date,
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
  constraint enrolment_status_check check (status in ('active','paused','ended')),
  constraint enrolment_source_check check (source in ('application','staff','import','rollover'))
);
create unique index enrolment_student_id_subject_id_key on enrolment (student_id, subject_id) where status <> 'ended';
create index enrolment_subject_id_idx on enrolment (subject_id);
`)
    .execute(db)
}
