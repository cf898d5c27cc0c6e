import { type Kysely, sql } from 'kysely'

/** What payers read of a way to pay, in each language; null: they read what was written first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(['en', 'my'].map(columns).join('')).execute(db)
}

const columns = (locale: string) => `
alter table payment_option
  add column name_${locale} text
    constraint payment_option_name_${locale}_check check (char_length(name_${locale}) between 1 and 80),
  add column instructions_${locale} text
    constraint payment_option_instructions_${locale}_check check (char_length(instructions_${locale}) between 1 and 1000);
`
