import { readFile, writeFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type GenerateOptions, generate, getDialect } from 'kysely-codegen'
import pg from 'pg'
import { migrateTenant } from './migrating/migrate.ts'
import { asOwner } from './owner.ts'
import type { DB } from './types.ts'

const file = new URL('./types.ts', import.meta.url)
const pattern = { schema: 't_pattern', role: 'lunas_tenant' }

/**
 * Writes `db/types.ts` from a migrated database: a tenant's tables under their bare names, the platform's as
 * "platform.<table>". With `verify` it writes nothing and tells whether the file is up to date.
 */
export function generateTypes(ownerUrl: string, { verify }: { verify: boolean }): Promise<boolean> {
  return asOwner(ownerUrl, async (owner) => {
    await sql
      .raw(`drop schema if exists ${pattern.schema} cascade; create schema ${pattern.schema}`)
      .execute(owner)
    try {
      await migrateTenant(owner, pattern)
      const text = await generated(ownerUrl)
      if (verify) return (await readFile(file, 'utf8')) === text
      await writeFile(file, text)
      return true
    } finally {
      await sql.raw(`drop schema if exists ${pattern.schema} cascade`).execute(owner)
    }
  })
}

async function generated(ownerUrl: string): Promise<string> {
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: ownerUrl, max: 1 }) }),
  })
  const options: GenerateOptions = {
    db,
    dialect: getDialect('postgres', { dateParser: 'string' }),
    defaultSchemas: [pattern.schema],
    includePattern: `(platform|${pattern.schema}).*`,
    excludePattern: '*.migration*',
    outFile: null,
    typeOnlyImports: true,
    typeMapping: { int8: 'number', numeric: 'number', bytea: 'Buffer' },
  }
  try {
    return `${await generate(options)}\n`.replace(/\n+$/, '\n')
  } finally {
    await db.destroy()
  }
}
