import { type Kysely, sql } from 'kysely'

/**
 * What a gateway says names people and their accounts: it is sealed from now on. A job seals what is here already, which
 * no migration can, since it has no key; and takes away what has been kept for its time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.gateway_message
  alter column raw_body drop not null,
  add column body_sealed text,
  add constraint gateway_message_body_check check (raw_body is null or body_sealed is null);
create index gateway_message_unsealed_idx on platform.gateway_message (id) where raw_body is not null;
create index gateway_message_kept_idx on platform.gateway_message (received_at)
  where raw_body is not null or body_sealed is not null;
`)
    .execute(db)
}
