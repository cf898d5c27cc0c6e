import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Not in the path of anybody: what is in it is named by its schema. */
const schema = sql.id('extensions')
const insufficientPrivilege = '42501'

/**
 * pg_trgm, by whose indexes texts are found by any part of them. It is trusted, so an owner who may create in the
 * database makes it without being a superuser (https://www.postgresql.org/docs/16/pgtrgm.html). Where there is none, or
 * the owner may not, the product works all the same and searches take longer. Safe to repeat; one that is there already
 * stays where its maker has put it.
 */
export async function ensureTrigrams(owner: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ installed: boolean }>`
    select installed_version is not null as installed from pg_available_extensions where name = 'pg_trgm'`.execute(
    owner,
  )
  if (rows[0]?.installed !== false) return
  try {
    await sql`create schema if not exists ${schema}`.execute(owner)
    await sql`create extension if not exists pg_trgm with schema ${schema}`.execute(owner)
  } catch (error) {
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error
  }
}
