import { sql } from 'kysely'
import { asOwner } from '#db/owner.ts'
import type { TestDatabase } from '#tests/support/database/database.ts'

/**
 * What a look at a page may write: the PDF it asked for, the mark of a session's use, a counter of tries; and what
 * somebody says who claims to be the bank, which is kept though it is not believed, as is what a family types.
 */
const written = [
  'document',
  'outbox',
  'session',
  'operator_session',
  'rate_limit',
  'login_log',
  'gateway_message',
  'registration_draft',
]

/** A checksum of every table of these schemas, by `schema.table`. */
export async function checksums(
  { ownerUrl }: TestDatabase,
  schemas: readonly string[],
): Promise<Record<string, string>> {
  return asOwner(ownerUrl, async (owner) => {
    const tables = await sql<{ schema: string; name: string }>`
      select schemaname as schema, tablename as name from pg_tables
      where schemaname = any(${[...schemas]}) order by 1, 2`.execute(owner)
    const sums: Record<string, string> = {}
    for (const { schema, name } of tables.rows) {
      if (written.includes(name)) continue
      const { rows } = await sql<{ sum: string | null }>`
        select md5(string_agg(row::text, ',' order by row::text)) as sum from ${sql.id(schema, name)} as row`.execute(
        owner,
      )
      sums[`${schema}.${name}`] = rows[0]?.sum ?? ''
    }
    return sums
  })
}
