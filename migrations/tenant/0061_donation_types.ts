import { type Kysely, sql } from 'kysely'

/** What an organisation collects infaq and zakat for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table infaq_type (
  id uuid not null,
  code text not null,
  name text not null,
  description text,
  suggested_sen integer[] not null default '{}',
  target_sen bigint,
  opens_on date,
  closes_on date,
  -- Section 44(6): the receipt says so only while the approval is valid.
  tax_approval_no text,
  tax_from date,
  tax_to date,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint infaq_type_pkey primary key (id),
  constraint infaq_type_status_check check (status in ('active','inactive')),
  constraint infaq_type_name_check check (char_length(name) between 2 and 100),
  constraint infaq_type_suggested_sen_check check (cardinality(suggested_sen) <= 6 and 100 <= all (suggested_sen)),
  constraint infaq_type_target_sen_check check (target_sen > 0),
  constraint infaq_type_dates_check check (closes_on >= opens_on),
  constraint infaq_type_tax_check check (
    (tax_approval_no is null) = (tax_from is null) and (tax_from is null) = (tax_to is null) and tax_to >= tax_from)
);
create unique index infaq_type_code_key on infaq_type (lower(code)) where deleted_at is null;

-- Whether it is open also hangs on what the operator has confirmed: platform.zakat_appointment.
create table zakat_type (
  id uuid not null,
  code text not null,
  name text not null,
  description text,
  suggested_sen integer[] not null default '{}',
  -- Of zakat fitrah: what the authority of the state asks for each person.
  rate_sen bigint,
  opens_on date,
  closes_on date,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  constraint zakat_type_pkey primary key (id),
  constraint zakat_type_status_check check (status in ('active','inactive')),
  constraint zakat_type_name_check check (char_length(name) between 2 and 100),
  constraint zakat_type_suggested_sen_check check (cardinality(suggested_sen) <= 6 and 100 <= all (suggested_sen)),
  constraint zakat_type_rate_sen_check check (rate_sen between 100 and 100000),
  constraint zakat_type_dates_check check (closes_on >= opens_on)
);
create unique index zakat_type_code_key on zakat_type (lower(code)) where deleted_at is null;
`)
    .execute(db)
}
