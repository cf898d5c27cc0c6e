import { type Kysely, sql } from 'kysely'

/** Languages are files of the product, so the database only asks that a language is named as a folder may be. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.entity
  drop constraint entity_default_locale_check,
  add constraint entity_default_locale_check check (default_locale ~ '^[a-z]{2,8}$');

alter table platform.operator
  drop constraint operator_locale_check,
  add constraint operator_locale_check check (locale ~ '^[a-z]{2,8}$');
`)
    .execute(db)
}
