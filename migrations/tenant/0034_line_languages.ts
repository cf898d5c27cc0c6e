import { type Kysely, sql } from 'kysely'

/** What a line of an invoice says in each language, where the names that it was written from have one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- As when the line was written, like its description: a class that is renamed changes no invoice. Null: the description.
alter table invoice_item
  add column description_en text constraint invoice_item_description_en_check check (char_length(description_en) between 1 and 300),
  add column description_my text constraint invoice_item_description_my_check check (char_length(description_my) between 1 and 300);
`)
    .execute(db)
}
