import { type Kysely, sql } from 'kysely'

/** Operators: second factor with recovery codes, signing in by two steps, invitations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.operator
  -- The secret counts from then on; the number of the last half minute whose code was taken, so that none counts twice.
  add column totp_confirmed_at timestamptz,
  add column totp_last_step integer,
  add constraint operator_totp_check check (totp_confirmed_at is null or totp_secret_sealed is not null),
  drop constraint operator_status_check,
  add constraint operator_status_check check (status in ('invited','active','inactive'));

create table platform.operator_recovery_code (
  id uuid not null,
  operator_id uuid not null,
  -- The code itself, 78 random bits, is nowhere.
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint operator_recovery_code_pkey primary key (id),
  constraint operator_recovery_code_operator_id_code_hash_key unique (operator_id, code_hash),
  constraint operator_recovery_code_operator_id_fkey foreign key (operator_id) references platform.operator (id) on delete cascade
);

-- Gave the right password and not yet the code. No session: it opens nothing but the page that asks for the code.
create table platform.operator_sign_in (
  token_hash bytea not null,
  operator_id uuid not null,
  user_agent text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint operator_sign_in_pkey primary key (token_hash),
  constraint operator_sign_in_operator_id_fkey foreign key (operator_id) references platform.operator (id) on delete cascade
);
create index operator_sign_in_operator_id_idx on platform.operator_sign_in (operator_id);

-- One for each operator who has no password yet; a new one replaces the old.
create table platform.operator_invitation (
  operator_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint operator_invitation_pkey primary key (operator_id),
  constraint operator_invitation_token_hash_key unique (token_hash),
  constraint operator_invitation_operator_id_fkey foreign key (operator_id) references platform.operator (id) on delete cascade
);

grant select, insert, update, delete
  on platform.operator_recovery_code, platform.operator_sign_in, platform.operator_invitation to lunas_platform;
`)
    .execute(db)
}
