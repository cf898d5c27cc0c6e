import { type Kysely, sql } from 'kysely'

/** Branches, accounts and how they sign in, departments, staff and trainers. */
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
create unique index branch_is_hq_key on branch (is_hq) where is_hq and deleted_at is null;

create table user_account (
  id uuid not null,
  email text,
  phone text,
  name text not null,
  password_hash text,
  avatar_file text,
  roles text[] not null,
  locale text not null default 'en',
  preferred_channel text not null default 'whatsapp',
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
  constraint user_account_roles_check check (
    roles <@ array['superadmin','admin','supervisor','clerk','class-assistant','class-admin','trainer','parent']),
  -- Languages are files of the product, so the database only checks that it could be the name of a folder. A language
  -- that is gone falls back to the default.
  constraint user_account_locale_check check (locale ~ '^[a-z]{2,8}$'),
  constraint user_account_status_check check (status in ('invited','active','inactive')),
  constraint user_account_preferred_channel_check check (preferred_channel in ('whatsapp','email','sms','inapp'))
);
create unique index user_account_email_key on user_account (lower(email)) where deleted_at is null;
create unique index user_account_phone_key on user_account (phone) where deleted_at is null;
-- Keeps the index of contacts on the main host; see platform.keep_contact.
create trigger user_account_contact
  after insert or delete or update of email, phone, status, deleted_at on user_account
  for each row execute function platform.keep_contact();

create table session (
  token_hash bytea not null,
  id uuid not null,
  user_id uuid not null,
  method text not null default 'email',
  -- What the session is narrowed to, for a person with several roles.
  profile text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  ip text,
  user_agent text,
  constraint session_pkey primary key (token_hash),
  constraint session_id_key unique (id),
  constraint session_user_id_fkey foreign key (user_id) references user_account (id) on delete cascade,
  constraint session_method_check check (method in ('email','phone','reset','invitation','organisation','api')),
  constraint session_profile_check check (profile in ('staff','trainer','parent'))
);
create index session_user_id_idx on session (user_id);

-- A code that proves a contact, for one purpose and the browser that asked for it.
create table one_time_code (
  id uuid not null,
  purpose text not null,
  channel text not null,
  address text not null,
  user_id uuid,
  deliver boolean not null,
  locale text not null,
  browser_hash bytea not null,
  code_mac bytea,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz,
  constraint one_time_code_pkey primary key (id),
  constraint one_time_code_browser_hash_key unique (browser_hash),
  constraint one_time_code_user_id_fkey foreign key (user_id) references user_account (id) on delete cascade,
  constraint one_time_code_channel_check check (channel in ('sms','whatsapp','email')),
  constraint one_time_code_locale_check check (locale ~ '^[a-z]{2,8}$')
);
create index one_time_code_address_idx on one_time_code (address, created_at desc);
create index one_time_code_created_at_idx on one_time_code (created_at);

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
create index recovery_token_user_id_idx on recovery_token (user_id);

-- The way to a first password. The token is not stored: it is derived from the id and the application's key.
create table invitation (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz,
  withdrawn_at timestamptz,
  constraint invitation_pkey primary key (id),
  constraint invitation_token_hash_key unique (token_hash),
  constraint invitation_user_id_fkey foreign key (user_id) references user_account (id) on delete cascade,
  constraint invitation_end_check check (num_nonnulls(used_at, replaced_at, withdrawn_at) <= 1)
);
create unique index invitation_open_key on invitation (user_id)
  where used_at is null and replaced_at is null and withdrawn_at is null;

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
create index login_log_at_idx on login_log (at desc nulls last, id desc);

create table department (
  id uuid not null,
  code text not null,
  name text not null,
  branch_id uuid,
  head_staff_id uuid,
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
  identity_type text,
  identity_no_sealed text,
  identity_no_index bytea,
  gender text,
  born_on date,
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
  constraint staff_status_check check (status in ('active','inactive')),
  constraint staff_identity_type_check check (identity_type in ('nric','passport','army')),
  constraint staff_identity_check check ((identity_no_sealed is null) = (identity_no_index is null)),
  constraint staff_gender_check check (gender in ('female','male')),
  constraint staff_dates_check check (ended_on >= joined_on)
);
create unique index staff_staff_no_key on staff (lower(staff_no)) where deleted_at is null;
create unique index staff_identity_no_index_key on staff (identity_no_index) where deleted_at is null;
create index staff_department_id_idx on staff (department_id);

-- Departments and staff reference each other, so this one comes last.
alter table department
  add constraint department_head_staff_id_fkey foreign key (head_staff_id) references staff (id);

create table staff_branch (
  staff_id uuid not null,
  branch_id uuid not null,
  constraint staff_branch_pkey primary key (staff_id, branch_id),
  constraint staff_branch_staff_id_fkey foreign key (staff_id) references staff (id) on delete cascade,
  constraint staff_branch_branch_id_fkey foreign key (branch_id) references branch (id)
);
create index staff_branch_branch_id_idx on staff_branch (branch_id);

create table trainer (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  phone text,
  email text,
  specialisation text,
  qualification text,
  bank_name text,
  account_name text,
  account_number_sealed text,
  tin text,
  pay_type text,
  pay_rate_sen bigint,
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
  constraint trainer_status_check check (status in ('active','inactive')),
  constraint trainer_account_check check (num_nonnulls(bank_name, account_name, account_number_sealed) in (0, 3)),
  constraint trainer_pay_type_check check (pay_type in ('hour','session','month')),
  constraint trainer_pay_rate_sen_check check (pay_rate_sen between 1 and 10000000),
  constraint trainer_pay_check check ((pay_type is null) = (pay_rate_sen is null))
);
create index trainer_name_idx on trainer (name, id) where deleted_at is null;
`)
    .execute(db)
}
