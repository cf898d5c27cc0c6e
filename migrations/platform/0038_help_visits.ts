import { type Kysely, sql } from 'kysely'

/**
 * An organisation lets an operator look at its pages: by a code that it makes and that is good once, for an hour by the
 * clock. Of codes and tokens only hashes are kept. What ends a visit from elsewhere (the operator signs out, is no longer
 * one or another one; the organisation is closed) ends it here, whoever does that and however.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
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

create table platform.help_visit (
  id uuid not null,
  entity_id uuid not null,
  code_id uuid not null,
  -- Neither is referred to: what an operator did stays when they are gone.
  operator_id uuid not null,
  operator_session_id uuid not null,
  operator_name text not null,
  reason text not null,
  began_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- Leads from the main host to the organisation's own: once, for a minute.
  ticket_hash bytea,
  ticket_expires_at timestamptz,
  session_hash bytea,
  ended_at timestamptz,
  ended_by text,
  -- That it is over stands in both logs.
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
revoke all on function platform.end_help_of_session, platform.end_help_of_operator, platform.end_help_of_entity from public;
create trigger help_visit_end after delete on platform.operator_session
  for each row execute function platform.end_help_of_session();
create trigger help_visit_end after update of status, role on platform.operator
  for each row when (new.status <> 'active' or new.role <> old.role) execute function platform.end_help_of_operator();
create trigger help_visit_end after update of status on platform.entity
  for each row when (new.status <> 'active') execute function platform.end_help_of_entity();

-- The operator of a visit, while they still are one, their session lives and the organisation is not closed. Whose visit it is
-- the row's own wall says: whoever asks has found it there.
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
revoke all on function platform.helper_of from public;
grant execute on function platform.helper_of to lunas_tenant;

alter table platform.help_code enable row level security;
create policy help_code_platform on platform.help_code to lunas_platform using (true) with check (true);
create policy help_code_tenant on platform.help_code to lunas_tenant
  using (entity_id = (select platform.current_entity())) with check (entity_id = (select platform.current_entity()));
alter table platform.help_visit enable row level security;
create policy help_visit_platform on platform.help_visit to lunas_platform using (true) with check (true);
create policy help_visit_tenant on platform.help_visit to lunas_tenant
  using (entity_id = (select platform.current_entity())) with check (entity_id = (select platform.current_entity()));
grant select, update (closed_at, closed_as) on platform.help_code to lunas_platform;
grant select, insert, update (closed_at, closed_as) on platform.help_code to lunas_tenant;
grant select, insert, update (ticket_hash, ticket_expires_at, session_hash, ended_at, ended_by, told_at)
  on platform.help_visit to lunas_platform;
-- An organisation takes its own visitors in and ends their visits; it can neither begin one nor make it longer.
grant select, update (ticket_hash, ticket_expires_at, session_hash, ended_at, ended_by, told_at)
  on platform.help_visit to lunas_tenant;
`)
    .execute(db)
}
