import { type Kysely, sql } from 'kysely'

/** Money that is taken back is a line of its own with the opposite sign, so that every sum and every past day stays right. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table platform.ledger
  drop constraint ledger_gross_sen_check,
  add constraint ledger_gross_sen_check check (gross_sen > 0 or (gross_sen < 0 and status = 'reversed'));
`)
    .execute(db)
}
