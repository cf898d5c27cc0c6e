import { type Kysely, sql } from 'kysely'

/**
 * A feature is something that the product does: its key is known to the code and its words to the language files, so of the
 * table it keeps only whether it is switched on. All are there from the start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.package_feature drop column value;
alter table platform.feature drop column name, drop column description, drop column kind, drop column unit,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
insert into platform.feature (code) select unnest(array['invoicing', 'recurring', 'discount_rules', 'fpx', 'fpx_b2b1',
  'chip', 'cash', 'bank_transfer', 'statement_matching', 'online_registration', 'attendance', 'trainer_pay',
  'announcement_sms', 'announcement_whatsapp', 'infaq', 'zakat', 'reports_basic', 'reports_full', 'einvoice',
  'einvoice_selfbilled', 'custom_domain', 'custom_smtp', 'label_override', 'branches', 'audit_export', 'api',
  'tenant_export']) on conflict do nothing;
-- What the product does not do yet is sold to nobody: the migration that brings it switches it on.
update platform.feature set status = 'inactive' where code in ('attendance', 'trainer_pay', 'announcement_sms',
  'announcement_whatsapp', 'reports_basic', 'reports_full', 'einvoice', 'einvoice_selfbilled', 'custom_domain', 'api');

-- What an organisation has; everything that is switched on, where it has subscribed to nothing.
create function platform.features_of(of_entity uuid) returns text[] language sql stable set search_path = ''
  as $$ select coalesce(array_agg(code order by code), '{}') from platform.feature where status = 'active' and (
    not exists (select from platform.subscription where entity_id = of_entity)
    or exists (select from platform.subscription join platform.package_feature using (package_id)
      where entity_id = of_entity and feature_code = code)) $$;
create function platform.has_feature(wanted text) returns boolean language sql stable set search_path = ''
  as $$ select wanted = any (platform.features_of(platform.current_entity())) $$;
revoke execute on function platform.features_of, platform.has_feature from public;
grant execute on function platform.features_of, platform.has_feature to lunas_platform, lunas_tenant;
`)
    .execute(db)
}
