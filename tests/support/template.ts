import pg from 'pg'
import { appDatabaseUrl, environment } from '#app/environment.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { migrateQueue } from '#jobs/queue/migrate-queue.ts'

export const templateName = 'lunas_template'

/** Makes the database from which every test file's own is copied: all platform migrations and the queue, no rows. */
export async function makeTemplate(adminUrl: string): Promise<void> {
  await asAdmin(adminUrl, (admin) => admin.query(`create database ${templateName}`))
  const ownerUrl = databaseUrl(adminUrl, templateName)
  const { failed } = await migrate({ ownerUrl, appUrl: appUrlOf(ownerUrl) })
  if (failed[0]) throw new Error(`migration of ${failed[0].schema}: ${failed[0].reason}`)
  await migrateQueue(ownerUrl, new URL(appUrlOf(ownerUrl)).username)
  // a template must have no connections while it is copied
  await asAdmin(adminUrl, (admin) =>
    admin.query(`alter database ${templateName} with is_template true allow_connections false`),
  )
}

/** The same server and user, another database. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** How the application logs in to the database of an owner. */
export function appUrlOf(ownerUrl: string): string {
  return appDatabaseUrl({ ...environment, appDatabaseUrl: undefined, databaseUrl: ownerUrl })
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
