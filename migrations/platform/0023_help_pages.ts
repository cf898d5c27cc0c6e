import { type Kysely, sql } from 'kysely'

/** Papers of the help centre that the operator writes, and who agreed to which version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('select').execute(db)
}
