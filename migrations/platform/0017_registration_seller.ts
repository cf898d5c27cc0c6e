import { type Kysely, sql } from 'kysely'

/** The operator may name the FPX seller ID when a registration is approved; the organisation is created with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.entity_registration add column fpx_seller_id text;
-- A seller ID decides where money goes: no two organisations that are being created have the same.
create unique index entity_registration_fpx_seller_id_key on platform.entity_registration (fpx_seller_id)
  where status = 'pending';
`)
    .execute(db)
}
