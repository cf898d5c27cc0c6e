import { type Kysely, sql } from 'kysely'

/**
 * A subscription can go up to a dearer package for the rest of its time and down to a cheaper one with its next year, and
 * remembers which notices of its end were given. An open invoice can be cancelled, by the organisation, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.platform_invoice
  drop constraint platform_invoice_kind_check,
  add constraint platform_invoice_kind_check check (kind in ('registration','renewal','upgrade','credit_topup','domain')),
  add constraint platform_invoice_upgrade_check check (kind <> 'upgrade' or (package_id is not null and years is null)),
  add column cancelled_reason text,
  add constraint platform_invoice_cancelled_check check (
    cancelled_reason is null or (status = 'cancelled' and char_length(cancelled_reason) between 1 and 300));
create index platform_invoice_issued_on_idx on platform.platform_invoice (issued_on desc, id desc);

-- One at a time that moves a subscription: what an upgrade costs hangs on its last day, which a renewal moves.
drop index platform.platform_invoice_open_renewal_key;
create unique index platform_invoice_open_renewal_key on platform.platform_invoice (entity_id)
  where kind in ('renewal','upgrade') and status in ('unpaid','pending');

drop policy platform_invoice_tenant_renews on platform.platform_invoice;
create policy platform_invoice_tenant_renews on platform.platform_invoice for insert to lunas_tenant
  with check (entity_id = (select platform.current_entity()) and kind in ('renewal','upgrade') and status = 'unpaid' and registration_id is null);
-- It may let go what it has not paid yet, to choose otherwise, and nothing else.
grant update (status, cancelled_reason, version, updated_at) on platform.platform_invoice to lunas_tenant;
create policy platform_invoice_tenant_lets_go on platform.platform_invoice for update to lunas_tenant
  using (entity_id = (select platform.current_entity()) and kind in ('renewal','upgrade') and status = 'unpaid')
  with check (status = 'cancelled');

alter table platform.subscription
  -- A cheaper package that was paid for begins when the dearer one is over.
  add column next_package_id uuid,
  add column next_package_on date,
  -- The last day for which the invoice of the next year was made by itself, and for which how near notice was given.
  add column renewal_asked_for date,
  add column noticed_for date,
  add column noticed_days integer,
  add constraint subscription_next_package_id_fkey foreign key (next_package_id) references platform.package (id),
  add constraint subscription_next_check check ((next_package_id is null) = (next_package_on is null)),
  add constraint subscription_noticed_check check ((noticed_for is null) = (noticed_days is null)),
  -- Nobody has been asked so far: the invoice of the next year comes to whoever does not say otherwise.
  alter column auto_renew set default true;
update platform.subscription set auto_renew = true;
grant update (auto_renew, version, updated_at) on platform.subscription to lunas_tenant;
create policy subscription_tenant_edit on platform.subscription for update to lunas_tenant
  using (entity_id = (select platform.current_entity())) with check (entity_id = (select platform.current_entity()));

drop policy package_tenant on platform.package;
create policy package_tenant on platform.package for select to lunas_tenant using (
  is_public or id in (select package_id from platform.subscription union all select next_package_id from platform.subscription));

-- Whom to pay and how stands on each invoice of the platform.
drop policy setting_tenant on platform.setting;
create policy setting_tenant on platform.setting for select to lunas_tenant using (key in ('service_tax','issuer'));
`)
    .execute(db)
}
