import { type Kysely, sql } from 'kysely'

/**
 * Whether a person has chosen their language, and the names of what families read in the organisation's other language.
 * A column for each language, so that forms, lists, the audit record and exports treat it like any other field.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- False: the language is a default, and the person is asked at the next sign-in.
alter table user_account add column locale_chosen boolean not null default false;

-- Null: readers of that language see the name as it was first given.
${['fee_type', 'program', 'subject', 'infaq_type', 'zakat_type'].map((table) => translated(table, 'name', 100)).join('')}
${['program', 'infaq_type', 'zakat_type'].map((table) => translated(table, 'description', 2000)).join('')}`)
    .execute(db)
}

const translated = (table: string, column: string, most: number) =>
  ['en', 'my']
    .map(
      (locale) => `
alter table ${table} add column ${column}_${locale} text
  constraint ${table}_${column}_${locale}_check check (char_length(${column}_${locale}) between 1 and ${most});`,
    )
    .join('')
