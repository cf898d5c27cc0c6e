import { type Kysely, sql } from 'kysely'

/** The index of contacts holds only those that count; and an operator's new address waits for its code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- As before, without contacts that are not proven. A schema without these columns is about to be migrated; all its
-- contacts count until then.
create or replace function platform.keep_contact() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  its_entity uuid := (select id from platform.entity where schema_name = tg_table_schema);
begin
  if tg_op <> 'INSERT' then
    delete from platform.contact where entity_id = its_entity and user_id = old.id;
  end if;
  if tg_op <> 'DELETE' and its_entity is not null and new.status = 'active' and new.deleted_at is null then
    insert into platform.contact (entity_id, user_id, kind, value)
    select its_entity, new.id, kind, value
    from (values ('email', lower(new.email)), ('phone', new.phone)) as known (kind, value)
    where value is not null
      and (to_jsonb(new) -> (kind || '_proven_at')) is distinct from 'null'::jsonb;
  end if;
  return null;
end $$;

-- An e-mail address that an operator typed about themselves and has not proven.
create table platform.contact_claim (
  operator_id uuid not null,
  value text not null,
  created_at timestamptz not null default now(),
  constraint contact_claim_pkey primary key (operator_id),
  constraint contact_claim_operator_id_fkey foreign key (operator_id)
    references platform.operator (id) on delete cascade,
  constraint contact_claim_value_check check (value = lower(value))
);
grant select, insert, update, delete on platform.contact_claim to lunas_platform;
`)
    .execute(db)
}
