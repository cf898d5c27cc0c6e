import { type Kysely, sql } from 'kysely'

/** Reports are there, so packages may hold them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
update platform.feature set status = 'active', version = version + 1, updated_at = now()
where code in ('reports_basic', 'reports_full') and status = 'inactive';
`)
    .execute(db)
}
