import { type Kysely, sql } from 'kysely'

/** A subsidy that a family has by itself, whose income is known to be no more than the threshold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table discount
  add column by_income boolean not null default false,
  add constraint discount_by_income_check check (not by_income or type = 'subsidy');
`)
    .execute(db)
}
