import { type Kysely, sql } from 'kysely'

/** E-invoices can be sold, and the limits of the tax portal are kept across processes and organisations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
update platform.feature set status = 'active', version = version + 1, updated_at = now() where code = 'einvoice';

-- When the portal may next be called, by client id and kind of call: it counts for each client id, whatever organisation and
-- process uses it. The key is a hash of environment and client id.
create table platform.einvoice_slot (
  client_key text not null,
  endpoint text not null,
  next_at timestamptz not null,
  constraint einvoice_slot_pkey primary key (client_key, endpoint)
);
grant select, insert, update, delete on platform.einvoice_slot to lunas_platform;
`)
    .execute(db)
}
