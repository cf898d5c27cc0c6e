import { type Kysely, sql } from 'kysely'
import { ownRows } from './row-security.ts'

/**
 * Operators: accounts and sign-in with a second factor, the platform's audit log, and visits to organisations that ask
 * for help.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table platform.operator (
  id uuid not null,
  email text not null,
  name text not null,
  phone text,
  password_hash text,
  role text not null,
  locale text not null default 'en',
  totp_secret_sealed text,
  -- The secret counts from then on.
  totp_confirmed_at timestamptz,
  -- The time step of the last accepted code, so that no code is accepted twice.
  totp_last_step integer,
  status text not null default 'active',
  last_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint operator_pkey primary key (id),
  constraint operator_role_check check (role in ('owner','finance','support','auditor')),
  constraint operator_locale_check check (locale ~ '^[a-z]{2,8}$'),
  constraint operator_status_check check (status in ('invited','active','inactive')),
  constraint operator_totp_check check (totp_confirmed_at is null or totp_secret_sealed is not null)
);
create unique index operator_email_key on platform.operator (lower(email));
grant select, insert, update, delete on platform.operator to lunas_platform;

create table platform.operator_session (
  token_hash bytea not null,
  id uuid not null,
  operator_id uuid not null,
  method text not null default 'email',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  ip text,
  user_agent text,
  constraint operator_session_pkey primary key (token_hash),
  constraint operator_session_id_key unique (id),
  constraint operator_session_operator_id_fkey foreign key (operator_id)
    references platform.operator (id) on delete cascade,
  constraint operator_session_method_check check (method in ('email','reset','invitation'))
);
create index operator_session_operator_id_idx on platform.operator_session (operator_id);
grant select, insert, update, delete on platform.operator_session to lunas_platform;

create table platform.operator_recovery_code (
  id uuid not null,
  operator_id uuid not null,
  -- The code itself, 78 random bits, is not stored.
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint operator_recovery_code_pkey primary key (id),
  constraint operator_recovery_code_operator_id_code_hash_key unique (operator_id, code_hash),
  constraint operator_recovery_code_operator_id_fkey foreign key (operator_id)
    references platform.operator (id) on delete cascade
);
grant select, insert, update, delete on platform.operator_recovery_code to lunas_platform;

-- Someone gave the right password but not yet the second factor. This is no session: it opens only the page that asks
-- for the code.
create table platform.operator_sign_in (
  token_hash bytea not null,
  operator_id uuid not null,
  user_agent text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint operator_sign_in_pkey primary key (token_hash),
  constraint operator_sign_in_operator_id_fkey foreign key (operator_id)
    references platform.operator (id) on delete cascade
);
create index operator_sign_in_operator_id_idx on platform.operator_sign_in (operator_id);
grant select, insert, update, delete on platform.operator_sign_in to lunas_platform;

-- One for each operator who has no password yet; a new invitation replaces the old one.
create table platform.operator_invitation (
  operator_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint operator_invitation_pkey primary key (operator_id),
  constraint operator_invitation_token_hash_key unique (token_hash),
  constraint operator_invitation_operator_id_fkey foreign key (operator_id)
    references platform.operator (id) on delete cascade
);
grant select, insert, update, delete on platform.operator_invitation to lunas_platform;

create table platform.recovery_token (
  token_hash bytea not null,
  operator_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz,
  constraint recovery_token_pkey primary key (token_hash),
  constraint recovery_token_operator_id_fkey foreign key (operator_id)
    references platform.operator (id) on delete cascade
);
create index recovery_token_operator_id_idx on platform.recovery_token (operator_id);
grant select, insert, update, delete on platform.recovery_token to lunas_platform;

create table platform.login_log (
  id uuid not null,
  at timestamptz not null default now(),
  operator_id uuid,
  method text not null,
  result text not null,
  ip text,
  user_agent text,
  constraint login_log_pkey primary key (id)
);
create index login_log_operator_id_idx on platform.login_log (operator_id, at desc);
create index login_log_at_idx on platform.login_log (at desc nulls last, id desc);
grant select, insert, update, delete on platform.login_log to lunas_platform;

create table platform.audit_log (
  id uuid not null,
  position bigint generated always as identity,
  at timestamptz not null default now(),
  actor_type text not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  object_type text not null,
  object_id text,
  entity_id uuid,
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  request_id text,
  constraint audit_log_pkey primary key (id),
  constraint audit_log_position_key unique (position)
);
create index audit_log_object_idx on platform.audit_log (object_type, object_id);
create index audit_log_at_idx on platform.audit_log (at desc nulls last, position desc);
create index audit_log_actor_idx on platform.audit_log (actor_id, at desc nulls last, position desc)
  where actor_id is not null;
create index audit_log_entity_idx on platform.audit_log (entity_id, at desc nulls last, position desc)
  where entity_id is not null;
grant select, insert on platform.audit_log to lunas_platform;

-- One row for each sealed span of platform.audit_log, as in each organisation (migrations/tenant/0001_basics.ts).
create table platform.audit_seal (
  number bigint not null,
  format smallint not null,
  first_position bigint not null,
  last_position bigint not null,
  row_count integer not null,
  entries bytea storage external not null,
  previous_hash bytea not null,
  hash bytea not null,
  at timestamptz not null default now(),
  constraint audit_seal_pkey primary key (number),
  constraint audit_seal_last_position_key unique (last_position),
  constraint audit_seal_number_check check (number > 0),
  constraint audit_seal_row_count_check
    check (row_count between 1 and 1000 and octet_length(entries) = row_count * 56),
  constraint audit_seal_hash_check check (octet_length(hash) = 32 and octet_length(previous_hash) = 32)
);
grant select, insert on platform.audit_seal to lunas_platform;

-- The number of rows in each organisation's audit log, by the statistics of Postgres, when it was last queued for
-- sealing.
create table platform.audit_watch (
  entity_id uuid not null,
  counted bigint not null,
  changed_at timestamptz not null default now(),
  anchored_at timestamptz,
  constraint audit_watch_pkey primary key (entity_id),
  constraint audit_watch_entity_id_fkey foreign key (entity_id) references platform.entity (id) on delete cascade
);
grant select, insert, update, delete on platform.audit_watch to lunas_platform;

-- A code by which an organisation lets an operator look at its pages. It works once and only its hash is stored.
create table platform.help_code (
  id uuid not null,
  entity_id uuid not null default platform.current_entity(),
  code_hash bytea not null,
  made_by uuid,
  maker text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  closed_at timestamptz,
  closed_as text,
  constraint help_code_pkey primary key (id),
  constraint help_code_code_hash_key unique (code_hash),
  constraint help_code_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint help_code_expires_check check (expires_at > created_at),
  constraint help_code_closed_as_check check (closed_as in ('used','withdrawn','expired')),
  constraint help_code_closed_check check ((closed_at is null) = (closed_as is null))
);
create unique index help_code_open_key on platform.help_code (entity_id) where closed_at is null;
${ownRows('help_code')}
grant select, update (closed_at, closed_as) on platform.help_code to lunas_platform;
grant select, insert, update (closed_at, closed_as) on platform.help_code to lunas_tenant;

-- An operator's visit to the pages of an organisation: at most one hour.
create table platform.help_visit (
  id uuid not null,
  entity_id uuid not null,
  code_id uuid not null,
  -- No foreign keys: what an operator did stays on record when the operator or the session is gone.
  operator_id uuid not null,
  operator_session_id uuid not null,
  operator_name text not null,
  reason text not null,
  began_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- Takes the operator from the main host to the organisation's own: once, within a minute.
  ticket_hash bytea,
  ticket_expires_at timestamptz,
  session_hash bytea,
  ended_at timestamptz,
  ended_by text,
  -- When its end was written to both audit logs.
  told_at timestamptz,
  constraint help_visit_pkey primary key (id),
  constraint help_visit_code_id_key unique (code_id),
  constraint help_visit_ticket_hash_key unique (ticket_hash),
  constraint help_visit_session_hash_key unique (session_hash),
  constraint help_visit_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint help_visit_code_id_fkey foreign key (code_id) references platform.help_code (id),
  constraint help_visit_hour_check check (ends_at = began_at + interval '60 minutes'),
  constraint help_visit_ticket_check check ((ticket_hash is null) = (ticket_expires_at is null)),
  constraint help_visit_ended_by_check check (ended_by in ('helper','organisation','operator','closed','time')),
  constraint help_visit_ended_check check ((ended_at is null) = (ended_by is null)),
  constraint help_visit_told_check check (told_at is null or ended_at is not null)
);
create index help_visit_entity_id_began_at_idx on platform.help_visit (entity_id, began_at desc);
create index help_visit_operator_session_id_idx on platform.help_visit (operator_session_id) where ended_at is null;
create index help_visit_untold_idx on platform.help_visit (ends_at) where told_at is null;
${ownRows('help_visit')}
grant select, insert, update (ticket_hash, ticket_expires_at, session_hash, ended_at, ended_by,
  told_at) on platform.help_visit to lunas_platform;
-- An organisation admits its visitors and ends their visits; it can neither begin nor extend one.
grant select, update (ticket_hash, ticket_expires_at, session_hash, ended_at, ended_by,
  told_at) on platform.help_visit to lunas_tenant;

-- A visit ends when the operator signs out, is deactivated or gets another role, or when the organisation is closed.
-- Triggers do it because those happen in many places, and none of them may leave a visit open.
create function platform.end_help_of_session() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  update platform.help_visit set ended_at = now(), ended_by = 'operator'
    where operator_session_id = old.id and ended_at is null and ends_at > now();
  return null;
end $$;
create function platform.end_help_of_operator() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  update platform.help_visit set ended_at = now(), ended_by = 'operator'
    where operator_id = old.id and ended_at is null and ends_at > now();
  return null;
end $$;
create function platform.end_help_of_entity() returns trigger language plpgsql security definer set search_path = ''
as $$
begin
  update platform.help_visit set ended_at = now(), ended_by = 'closed'
    where entity_id = old.id and ended_at is null and ends_at > now();
  return null;
end $$;
revoke execute on function platform.end_help_of_session, platform.end_help_of_operator, platform.end_help_of_entity
  from public;
create trigger help_visit_end after delete on platform.operator_session
  for each row execute function platform.end_help_of_session();
create trigger help_visit_end after update of status, role on platform.operator
  for each row when (new.status <> 'active' or new.role <> old.role) execute function platform.end_help_of_operator();
create trigger help_visit_end after update of status on platform.entity
  for each row when (new.status <> 'active') execute function platform.end_help_of_entity();

-- The operator of a visit, as long as the operator is active, the session is alive and the organisation is not
-- closed. It runs with its owner's rights, since an organisation cannot read operators; the caller has found the
-- visit under row-level security.
create function platform.helper_of(visit uuid, idle_hours integer)
  returns table (operator_id uuid, operator_name text, operator_role text, locale text)
  language sql stable security definer set search_path = ''
as $$
  select operator.id, operator.name, operator.role, operator.locale
  from platform.help_visit help
  join platform.entity entity on entity.id = help.entity_id and entity.status = 'active'
  join platform.operator operator on operator.id = help.operator_id and operator.status = 'active'
  join platform.operator_session session on session.id = help.operator_session_id
    and session.operator_id = operator.id and session.expires_at > now()
    and session.last_used_at >= now() - make_interval(hours => idle_hours)
  where help.id = visit and help.ended_at is null and help.ends_at > now()
$$;
revoke execute on function platform.helper_of from public;
grant execute on function platform.helper_of to lunas_tenant;
`)
    .execute(db)
}
