import { type Kysely, sql } from 'kysely'

/**
 * An organisation goes down to a package that costs nothing, from the end of the time that it has paid for. There is no
 * invoice whose payment would move it, and its role writes neither package nor date: it does these two things and no other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Whose role asks, within a function that has its owner's rights, where current_user is the owner.
create function platform.calling_entity() returns uuid language sql stable set search_path = ''
  as $$ select id from platform.entity where role_name = pg_catalog.current_setting('role') $$;
revoke execute on function platform.calling_entity from public;

create function platform.choose_free_package(wanted uuid, at_version integer, today date) returns uuid language sql
  security definer set search_path = ''
as $$
  update platform.subscription set next_package_id = wanted, next_package_on = greatest(expires_on, today),
    version = version + 1, updated_at = now()
  where entity_id = platform.calling_entity() and version = at_version and next_package_id is null
    and exists (select from platform.package where id = wanted and status = 'active' and is_public and yearly_fee_sen = 0)
    and exists (select from platform.package as held where held.id = subscription.package_id and held.yearly_fee_sen > 0)
    and not exists (select from platform.platform_invoice as open where open.entity_id = subscription.entity_id
      and open.kind in ('registration','renewal','upgrade') and open.status in ('unpaid','pending'))
  returning id $$;

-- As long as it has not begun; a cheaper one that was paid for stays.
create function platform.keep_package(at_version integer) returns uuid language sql security definer set search_path = ''
as $$
  update platform.subscription set next_package_id = null, next_package_on = null, version = version + 1, updated_at = now()
  where entity_id = platform.calling_entity() and version = at_version
    and exists (select from platform.package as next where next.id = subscription.next_package_id and next.yearly_fee_sen = 0)
  returning id $$;

revoke execute on function platform.choose_free_package, platform.keep_package from public;
grant execute on function platform.choose_free_package, platform.keep_package to lunas_tenant;
`)
    .execute(db)
}
