import pg from 'pg'
import { appDatabaseUrl, environment } from '#app/environment.ts'
import { afterMigrating } from '#app/start/after-migrating.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { asOwner } from '#db/owner.ts'
import { type Provisioned, provision } from '#db/provisioning/provision.ts'
import { newEntity } from './new-entity.ts'

export const templateName = 'lunas_template'

/**
 * How many organisations of a test file find their schema and role made already. One that must be made costs the server a
 * third of a second of processor time, one that is only copied with the template a fiftieth.
 */
const readyTenants = 3

/** What an organisation lives in, made before there is one: `freshTenant` gives it a row. */
export type ReadyPlace = Pick<Provisioned, 'schema' | 'role' | 'version'>

/**
 * Makes the database from which every test file's own is copied: all platform migrations and the queue, no rows, and a
 * few places for organisations, of which nothing but their schemas tells.
 */
export async function makeTemplate(adminUrl: string): Promise<ReadyPlace[]> {
  await asAdmin(adminUrl, (admin) => admin.query(`create database ${templateName}`))
  const ownerUrl = databaseUrl(adminUrl, templateName)
  await migrateAll({ ownerUrl, appUrl: appUrlOf(ownerUrl) })
  const ready = await makePlaces(ownerUrl, readyTenants)
  await asAdmin(adminUrl, (admin) => admin.query(closing(templateName)))
  return ready
}

/** Makes places for organisations in a database that has no organisation yet. */
export function makePlaces(ownerUrl: string, count: number): Promise<ReadyPlace[]> {
  return asOwner(ownerUrl, async (owner) => {
    const made: ReadyPlace[] = []
    for (let n = 0; n < count; n++) {
      const { schema, role, version } = await provision(owner, 'lunas_app', newEntity(), async () => {})
      made.push({ schema, role, version })
    }
    await owner.deleteFrom('platform.entity').execute()
    return made
  })
}

/** A template must have no connections while it is copied. */
const closing = (name: string) => `alter database ${name} with is_template true allow_connections false`

/**
 * A further template, made of the first one by the first file that asks for it; the others wait and copy it. What `fill`
 * tells is told to all of them.
 */
export function furtherTemplate<Told>(
  adminUrl: string,
  name: string,
  fill: (ownerUrl: string) => Promise<Told>,
): Promise<Told> {
  return asAdmin(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rows } = await admin.query(
      `select shobj_description(oid, 'pg_database') as told from pg_database where datname = $1 and datistemplate`,
      [name],
    )
    if (rows[0]) return JSON.parse(rows[0].told).told
    await admin.query(`drop database if exists ${name}`)
    await admin.query(`create database ${name} template ${templateName}`)
    const told = await fill(databaseUrl(adminUrl, name))
    await admin.query(
      `comment on database ${name} is ${pg.escapeLiteral(JSON.stringify({ told }))}; ${closing(name)}`,
    )
    return told
  })
}

/** What `npm run migrate` does. */
export async function migrateAll({ ownerUrl, appUrl }: { ownerUrl: string; appUrl: string }): Promise<void> {
  const { failed } = await migrate({ ownerUrl, appUrl })
  if (failed[0]) throw new Error(`migration of ${failed[0].schema}: ${failed[0].reason}`)
  await afterMigrating(environment, { ownerUrl, appUrl })
}

/** The same server and user, another database. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** How the application logs in to the database of an owner; the copies share the roles of the template. */
export function appUrlOf(ownerUrl: string): string {
  const lunas = databaseUrl(ownerUrl, 'lunas')
  const appUrl = appDatabaseUrl({ ...environment, appDatabaseUrl: undefined, databaseUrl: lunas })
  return databaseUrl(appUrl, new URL(ownerUrl).pathname.slice(1))
}

export async function asAdmin<R>(adminUrl: string, work: (admin: pg.Client) => Promise<R>): Promise<R> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** Ends a connection as an administrator does, and waits until its process is gone: the signal alone takes its time. */
export async function endBackend(ownerUrl: string, pid: number): Promise<void> {
  await asAdmin(ownerUrl, (admin) => admin.query('select pg_terminate_backend($1, 5000)', [pid]))
}
