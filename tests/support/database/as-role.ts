import type pg from 'pg'
import { testDatabase } from './database.ts'
import { asAdmin } from './template.ts'

/** What a statement answers in a role of the database, without leaving a trace; the login role when none is named. */
export async function asRole<R extends pg.QueryResultRow>(
  role: string | undefined,
  text: string,
  values: unknown[] = [],
) {
  const { pool } = await testDatabase()
  const client = await pool.connect()
  try {
    await client.query('begin')
    if (role) await client.query("select set_config('role', $1, true)", [role])
    return await client.query<R>(text, values)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** The same as the code of the refusal, or as `3 rows`. */
export async function codeOf(
  role: string | undefined,
  text: string,
  values: unknown[] = [],
): Promise<string> {
  return asRole(role, text, values).then(
    (result) => `${result.rowCount} rows`,
    (error: pg.DatabaseError) => error.code ?? error.message,
  )
}

/** Names of the tables of a schema. */
export async function tablesOf(schema: string): Promise<string[]> {
  const { ownerUrl } = await testDatabase()
  const { rows } = await asAdmin(ownerUrl, (owner) =>
    owner.query('select tablename from pg_tables where schemaname = $1 order by 1', [schema]),
  )
  return rows.map((row) => row.tablename)
}
