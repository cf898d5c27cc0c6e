import { type Kysely, sql } from 'kysely'

/** What a fee type is called in the organisation's accounts, and whether it is given back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table fee_type
  add column gl_code text,
  add column refundable boolean not null default false;
create index fee_type_fee_category_id_idx on fee_type (fee_category_id);
create index subject_fee_fee_type_id_idx on subject_fee (fee_type_id);
`)
    .execute(db)
}
