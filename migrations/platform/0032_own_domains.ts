import { type Kysely, sql } from 'kysely'

/**
 * A domain of an organisation's own: how far it is proven, and what was found the last time. What somebody only says is
 * theirs keeps nobody else from proving it; one that is proven is one organisation's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.entity
  -- What its TXT record must say; another one with each domain that is entered.
  add column custom_domain_token text,
  -- Since when its records are right and it leads to us: a certificate may be asked for it, and nobody else can prove it.
  add column custom_domain_proven_at timestamptz,
  add column custom_domain_checked_at timestamptz,
  -- What the last check found of each record.
  add column custom_domain_checks jsonb,
  -- Entered, or failed: it is looked at each hour for some days from then.
  add column custom_domain_since timestamptz,
  -- Daily checks in a row at which a verified one was wrong, and the last of them.
  add column custom_domain_misses integer not null default 0,
  add column custom_domain_missed_at timestamptz,
  -- An operator has switched it off, and until that is taken back none is served.
  add column custom_domain_off_at timestamptz,
  add column custom_domain_off_reason text;
update platform.entity set custom_domain_token = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  custom_domain_since = now() where custom_domain is not null;
update platform.entity set custom_domain_proven_at = now() where custom_domain_status = 'verified';
alter table platform.entity
  drop constraint entity_custom_domain_key,
  add constraint entity_custom_domain_set_check check (
    case when custom_domain is null then custom_domain_status = 'not_set'
    else custom_domain_status <> 'not_set' and custom_domain_token is not null end),
  add constraint entity_custom_domain_proven_check check (
    custom_domain_status <> 'verified' or custom_domain_proven_at is not null),
  add constraint entity_custom_domain_misses_check check (custom_domain_misses >= 0),
  add constraint entity_custom_domain_off_check check ((custom_domain_off_at is null) = (custom_domain_off_reason is null)
    and (custom_domain_off_at is null or custom_domain_proven_at is null));
create unique index entity_custom_domain_key on platform.entity (custom_domain) where custom_domain_proven_at is not null;
grant update (custom_domain, custom_domain_status, custom_domain_token, custom_domain_proven_at, custom_domain_checked_at,
  custom_domain_checks, custom_domain_since, custom_domain_misses, custom_domain_missed_at) on platform.entity to lunas_tenant;

-- Whether another organisation has proven one of these, and nothing about which.
create function platform.domain_taken(wanted text[]) returns boolean language sql stable security definer set search_path = ''
  as $$ select exists (select from platform.entity where custom_domain = any (wanted)
    and custom_domain_proven_at is not null and id is distinct from platform.current_entity()) $$;
revoke execute on function platform.domain_taken from public;
grant execute on function platform.domain_taken to lunas_platform, lunas_tenant;

update platform.feature set status = 'active' where code = 'custom_domain';
`)
    .execute(db)
}
