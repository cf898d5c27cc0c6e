import { type Kysely, sql } from 'kysely'

/** Whether an operator has chosen their language, and opening hours in the organisation's other language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- False: the language is a default, and the operator is asked at the next sign-in.
alter table platform.operator add column locale_chosen boolean not null default false;

-- Null: readers of that language see the opening hours as they were first given.
alter table platform.entity
  add column opening_hours_en text
    constraint entity_opening_hours_en_check check (char_length(opening_hours_en) between 1 and 200),
  add column opening_hours_my text
    constraint entity_opening_hours_my_check check (char_length(opening_hours_my) between 1 and 200);
grant update (opening_hours_en, opening_hours_my) on platform.entity to lunas_tenant;
`)
    .execute(db)
}
