import { type Kysely, sql } from 'kysely'

/**
 * A seller at FPX is one organisation or the platform itself, also when both are given it at the same moment: whoever is
 * given one waits for whoever was given one just before, and then looks. The platform's stands in a setting, so no index
 * holds it beside the organisations'.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create function platform.one_seller() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  seller text := case tg_table_name when 'entity' then to_jsonb(new) ->> 'fpx_seller_id'
    else to_jsonb(new) -> 'value' ->> 'fpx_seller_id' end;
  taken boolean;
begin
  if seller is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('platform.seller', 0));
  if tg_table_name = 'entity' then
    select exists (select from platform.setting where key = 'issuer' and value ->> 'fpx_seller_id' = seller) into taken;
  else
    select exists (select from platform.entity where fpx_seller_id = seller) into taken;
  end if;
  if taken then
    raise exception 'the seller % is somebody else''s', seller
      using errcode = 'unique_violation', constraint = 'entity_fpx_seller_id_key', table = 'entity', schema = 'platform';
  end if;
  return new;
end $$;
revoke all on function platform.one_seller() from public;

create trigger entity_one_seller before insert or update of fpx_seller_id on platform.entity
  for each row execute function platform.one_seller();
create trigger setting_one_seller before insert or update on platform.setting
  for each row when (new.key = 'issuer') execute function platform.one_seller();
`)
    .execute(db)
}
