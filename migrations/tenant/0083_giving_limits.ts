import { type Kysely, sql } from 'kysely'

/** What a gift for something is at least and at most, and its picture by the key of its file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table infaq_type
  add column min_sen bigint,
  add column max_sen bigint,
  add column image_file text,
  add constraint infaq_type_min_sen_check check (min_sen >= 100),
  add constraint infaq_type_max_sen_check check (max_sen >= coalesce(min_sen, 100));
alter table zakat_type
  add column min_sen bigint,
  add column max_sen bigint,
  add column image_file text,
  add constraint zakat_type_min_sen_check check (min_sen >= 100),
  add constraint zakat_type_max_sen_check check (max_sen >= coalesce(min_sen, 100));
`)
    .execute(db)
}
