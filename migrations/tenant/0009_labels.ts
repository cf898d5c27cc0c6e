import { type Kysely, sql } from 'kysely'

/**
 * Languages are files of the product, so the database only asks that a language is named as a folder may be. A row whose
 * language is gone is read in the default one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table user_account
  drop constraint user_account_locale_check,
  add constraint user_account_locale_check check (locale ~ '^[a-z]{2,8}$');

alter table parent
  drop constraint parent_preferred_locale_check,
  add constraint parent_preferred_locale_check check (preferred_locale ~ '^[a-z]{2,8}$');
`)
    .execute(db)
}
