import { type Kysely, sql } from 'kysely'

/** Who belongs to the organisation: branches, accounts and sessions, staff, trainers, parents, students. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table branch (
  id uuid not null,
  code text not null,
  name text not null,
  is_hq boolean not null default false,
  phone text,
  email text,
  address_line1 text,
  address_line2 text,
  address_line3 text,
  city text,
  state text,
  postcode text,
  country text not null default 'MY',
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint branch_pkey primary key (id),
  constraint branch_status_check check (status in ('active','inactive'))
);
create unique index branch_code_key on branch (lower(code)) where deleted_at is null;

create table user_account (
  id uuid not null,
  email text,
  phone text,
  name text not null,
  password_hash text,
  avatar_file text,
  roles text[] not null,
  locale text not null default 'en',
  status text not null default 'invited',
  last_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint user_account_pkey primary key (id),
  constraint user_account_contact_check check (email is not null or phone is not null),
  constraint user_account_roles_check check (roles <@ array['superadmin','admin','supervisor','clerk','class-assistant','class-admin','trainer','parent']),
  constraint user_account_locale_check check (locale in ('en','my')),
  constraint user_account_status_check check (status in ('invited','active','inactive'))
);
create unique index user_account_email_key on user_account (lower(email)) where deleted_at is null;
create unique index user_account_phone_key on user_account (phone) where deleted_at is null;

create table session (
  token_hash bytea not null,
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  ip text,
  user_agent text,
  constraint session_pkey primary key (token_hash),
  constraint session_id_key unique (id),
  constraint session_user_id_fkey foreign key (user_id) references user_account (id) on delete cascade
);
create index session_user_id_idx on session (user_id);

create table one_time_code (
  id uuid not null,
  user_id uuid,
  phone text not null,
  channel text not null,
  code_mac bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz,
  constraint one_time_code_pkey primary key (id),
  constraint one_time_code_user_id_fkey foreign key (user_id) references user_account (id) on delete cascade,
  constraint one_time_code_channel_check check (channel in ('sms','whatsapp'))
);
create index one_time_code_phone_idx on one_time_code (phone, created_at desc);

create table recovery_token (
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz,
  constraint recovery_token_pkey primary key (token_hash),
  constraint recovery_token_user_id_fkey foreign key (user_id) references user_account (id) on delete cascade
);

create table login_log (
  id uuid not null,
  at timestamptz not null default now(),
  user_id uuid,
  method text not null,
  result text not null,
  ip text,
  user_agent text,
  constraint login_log_pkey primary key (id)
);
create index login_log_user_id_idx on login_log (user_id, at desc);

create table department (
  id uuid not null,
  code text not null,
  name text not null,
  branch_id uuid,
  description text,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint department_pkey primary key (id),
  constraint department_branch_id_fkey foreign key (branch_id) references branch (id),
  constraint department_status_check check (status in ('active','inactive'))
);
create unique index department_code_key on department (lower(code)) where deleted_at is null;

create table staff (
  id uuid not null,
  user_id uuid not null,
  staff_no text,
  name text not null,
  phone text,
  email text,
  department_id uuid,
  position text,
  joined_on date,
  ended_on date,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint staff_pkey primary key (id),
  constraint staff_user_id_key unique (user_id),
  constraint staff_user_id_fkey foreign key (user_id) references user_account (id),
  constraint staff_department_id_fkey foreign key (department_id) references department (id),
  constraint staff_status_check check (status in ('active','inactive'))
);

create table staff_branch (
  staff_id uuid not null,
  branch_id uuid not null,
  constraint staff_branch_pkey primary key (staff_id, branch_id),
  constraint staff_branch_staff_id_fkey foreign key (staff_id) references staff (id) on delete cascade,
  constraint staff_branch_branch_id_fkey foreign key (branch_id) references branch (id)
);

create table trainer (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  phone text,
  email text,
  specialisation text,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint trainer_pkey primary key (id),
  constraint trainer_user_id_key unique (user_id),
  constraint trainer_user_id_fkey foreign key (user_id) references user_account (id),
  constraint trainer_status_check check (status in ('active','inactive'))
);

create table parent (
  id uuid not null,
  user_id uuid,
  name text not null,
  identity_type text not null default 'nric',
  identity_no_sealed text,
  identity_no_index bytea,
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
  family_code text not null,
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
  constraint parent_preferred_locale_check check (preferred_locale in ('en','my')),
  constraint parent_status_check check (status in ('active','inactive'))
);
create unique index parent_identity_no_index_key on parent (identity_no_index) where deleted_at is null;

create table student (
  id uuid not null,
  student_no text not null,
  name text not null,
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
  transport_type text,
  daycare text not null default 'none',
  number_of_siblings integer,
  position_in_family integer,
  registered_on date not null,
  graduated_on date,
  branch_id uuid not null,
  status text not null default 'active',
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
  constraint student_highest_education_check check (highest_education in ('none','preschool','primary','lower_secondary','spm','stpm_diploma','degree','other')),
  constraint student_transport_type_check check (transport_type in ('parent','school_van','bus','walk','own','other')),
  constraint student_daycare_check check (daycare in ('none','half_day','full_day')),
  constraint student_number_of_siblings_check check (number_of_siblings between 0 and 20),
  constraint student_position_in_family_check check (position_in_family between 1 and 21),
  constraint student_status_check check (status in ('active','inactive','graduated','withdrawn'))
);
create unique index student_student_no_key on student (lower(student_no)) where deleted_at is null;
create unique index student_identity_no_index_key on student (identity_no_index) where deleted_at is null;
create index student_name_idx on student (lower(name));
create index student_branch_id_idx on student (branch_id);

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
`)
    .execute(db)
}
