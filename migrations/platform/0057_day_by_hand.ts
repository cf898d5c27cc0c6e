import { type Kysely, sql } from 'kysely'

/** When an operator set the payout day last without having been asked: what was refused before is no longer the last word. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table platform.entity add column payout_day_set_at timestamptz').execute(db)
}
