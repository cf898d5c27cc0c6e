import { type Kysely, sql } from 'kysely'

/** The due date and the notes of an invoice may also change when a part of it is paid; its sums and lines still stand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create or replace function keep_invoice_version() returns trigger language plpgsql set search_path from current as $$
declare
  kept invoice;
begin
  select * into kept from invoice where id = new.invoice_id for update;
  if kept.status is distinct from 'unpaid' then
    raise exception using errcode = 'insufficient_privilege',
      message = 'only an issued invoice that is still owed is changed';
  end if;
  new.version := kept.version;
  new.invoice := to_jsonb(kept);
  new.items := coalesce((
    select jsonb_agg(to_jsonb(item) order by item.position) from invoice_item item where item.invoice_id = new.invoice_id
  ), '[]');
  return new;
end $$;
`)
    .execute(db)
}
