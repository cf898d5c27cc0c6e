import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { rolesOf } from '#db/provisioning/role-names.ts'
import type { DB } from '#db/types.ts'

/**
 * The roles of this installation. The application's may log in and has no right of its own: it inherits nothing and
 * must take on a role inside each transaction. Safe to repeat.
 */
export async function ensureRoles(owner: Kysely<DB>, app: { user: string; password: string }): Promise<void> {
  const user = sql.id(app.user)
  const { platform, tenant } = rolesOf(app.user)
  for (const group of [platform, tenant]) await ensureGroup(owner, group)
  if (!(await roleExists(owner, app.user))) await sql`create role ${user} login noinherit`.execute(owner)
  await sql`alter role ${user} with login noinherit password ${sql.lit(app.password)}`.execute(owner)
  await sql`grant ${sql.id(platform)} to ${user} with inherit false, set true`.execute(owner)
  await limits(owner, app.user)
}

/** A role that holds rights and logs in nowhere. Safe to repeat. */
export async function ensureGroup(owner: Kysely<DB>, name: string): Promise<void> {
  if (!(await roleExists(owner, name))) await sql`create role ${sql.id(name)} nologin`.execute(owner)
}

async function roleExists(owner: Kysely<DB>, name: string): Promise<boolean> {
  return (await sql`select from pg_roles where rolname = ${name}`.execute(owner)).rows.length > 0
}

/** A connection that nobody prepared finds no table; a query, a lock or an idle transaction that hangs is ended. */
async function limits(owner: Kysely<DB>, user: string) {
  const settings: Record<string, string> = {
    search_path: '',
    statement_timeout: '15s',
    lock_timeout: '5s',
    idle_in_transaction_session_timeout: '30s',
    timezone: 'UTC',
    // Compiling a query takes longer than any of ours.
    jit: 'off',
  }
  const known = await sql`select 1 from pg_settings where name = 'transaction_timeout'`.execute(owner)
  if (known.rows.length > 0) settings.transaction_timeout = '60s'
  for (const [name, value] of Object.entries(settings)) {
    await sql`alter role ${sql.id(user)} set ${sql.id(name)} = ${sql.lit(value)}`.execute(owner)
  }
}
