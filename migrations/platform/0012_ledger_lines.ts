import { type Kysely, sql } from 'kysely'

/** What an organisation has received stays as it was written; of a line it says no more than how it stands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
revoke update on platform.ledger from lunas_tenant;
grant update (status, updated_at) on platform.ledger to lunas_tenant;
`)
    .execute(db)
}
