import { type Kysely, sql } from 'kysely'
import { operatorRows } from './row-security.ts'

/**
 * Versions of the legal papers that the operator publishes in place of those that are shipped, and who agreed to which
 * version when. Nothing that was published or agreed to changes afterwards.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table platform.legal_version (
  id uuid not null,
  slug text not null,
  -- In force from this day on.
  valid_from date not null,
  -- Tells apart the versions of one day.
  number integer not null,
  body_en text not null,
  body_my text not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  constraint legal_version_pkey primary key (id),
  constraint legal_version_created_by_fkey foreign key (created_by) references platform.operator (id),
  constraint legal_version_slug_check check (slug in ('terms','privacy','eula','fpx-terms')),
  constraint legal_version_number_check check (number >= 1),
  constraint legal_version_body_check check (length(body_en) between 1 and 60000 and length(body_my) between 1 and 60000)
);
create unique index legal_version_day_key on platform.legal_version (slug, valid_from, number);
create index legal_version_created_by_idx on platform.legal_version (created_by);
${operatorRows('legal_version')}
create policy legal_version_tenant on platform.legal_version for select to lunas_tenant using (true);
grant select, insert on platform.legal_version to lunas_platform;
grant select on platform.legal_version to lunas_tenant;

create table platform.legal_consent (
  id uuid not null,
  slug text not null,
  -- As the page named it: 2026-11-30, or 2026-11-30.2 for the second of that day.
  version text not null,
  -- With the registration of an organisation, or later on its Home.
  registration_id uuid,
  entity_id uuid default platform.current_entity(),
  -- Who agreed for the organisation.
  person text not null,
  user_id uuid,
  agreed_at timestamptz not null default now(),
  constraint legal_consent_pkey primary key (id),
  constraint legal_consent_registration_id_fkey foreign key (registration_id)
    references platform.entity_registration (id) on delete cascade,
  constraint legal_consent_entity_id_fkey foreign key (entity_id) references platform.entity (id),
  constraint legal_consent_whose_check check (registration_id is not null or entity_id is not null),
  constraint legal_consent_slug_check check (slug in ('terms','privacy','eula','fpx-terms'))
);
create unique index legal_consent_registration_key on platform.legal_consent (registration_id, slug, version);
create unique index legal_consent_entity_key on platform.legal_consent (entity_id, slug, version);
create index legal_consent_slug_idx on platform.legal_consent (slug, agreed_at desc);
${operatorRows('legal_consent')}
create policy legal_consent_tenant on platform.legal_consent for select to lunas_tenant
  using (entity_id = (select platform.current_entity()));
create policy legal_consent_tenant_agrees on platform.legal_consent for insert to lunas_tenant
  with check (entity_id = (select platform.current_entity()) and registration_id is null);
-- What was agreed to with a registration becomes the organisation's once there is one.
grant select, insert, update (entity_id) on platform.legal_consent to lunas_platform;
grant select, insert on platform.legal_consent to lunas_tenant;

-- The version of the FPX terms in force when a payer went to the bank.
alter table platform.payment_attempt add fpx_terms_version text;
`)
    .execute(db)
}
