import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { asOwner } from '#db/owner.ts'
import { ensureTrigrams } from '#db/provisioning/extensions.ts'
import { handOver } from '#db/provisioning/hand-over.ts'
import { rolesOf } from '#db/provisioning/role-names.ts'
import { ensureRoles } from '#db/provisioning/roles.ts'
import type { DB } from '#db/types.ts'
import { platformMigrations } from '#migrations/platform/index.ts'
import { tenantMigrations } from '#migrations/tenant/index.ts'
import { namedRoles } from './named-roles.ts'
import { grants, latestTenantVersion } from './tenant-schema.ts'

export interface MigrateOptions {
  /** A connection that may create roles and schemas. */
  ownerUrl: string
  /** The connection of the web and worker processes; its user is created or given this password. */
  appUrl: string
  /** Called before each step with what is done and how far it is. */
  onProgress?: (step: { what: string; done: number; of: number }) => void
  /** Told after each tenant; `reason` says why it is still at its old version. */
  onTenant?: (result: { schema: string; done: number; of: number; reason?: string }) => void
}

export interface MigrateResult {
  migrated: string[]
  failed: { schema: string; reason: string }[]
}

/** Held by the migration that runs; of two deployments at once the second waits and finds its work done. */
const oneAtATime = 0x10a5

/**
 * Brings the platform and every tenant that is behind to the newest version, rolling forward only. A tenant is one
 * transaction: it is wholly old or wholly new, a run that was killed goes on where it stopped, and one that fails is
 * reported while the others go on.
 */
export function migrate({ ownerUrl, appUrl, ...told }: MigrateOptions): Promise<MigrateResult> {
  return asOwner(ownerUrl, async (owner) => {
    const { username, password } = new URL(appUrl)
    await sql`select pg_advisory_lock(${oneAtATime})`.execute(owner)
    told.onProgress?.({ what: 'platform', done: 0, of: 1 })
    const login = decodeURIComponent(username)
    await ensureRoles(owner, { user: login, password: decodeURIComponent(password) })
    await handOver(owner, login)
    await ensureTrigrams(owner)
    await sql`create schema if not exists platform`.execute(owner)
    await migrateSchema(owner.withPlugin(namedRoles(rolesOf(login))), 'platform', platformMigrations)
    return migrateTenants(owner, told)
  })
}

async function migrateTenants(
  owner: Kysely<DB>,
  { onProgress, onTenant }: Pick<MigrateOptions, 'onProgress' | 'onTenant'>,
): Promise<MigrateResult> {
  const stale = await owner
    .selectFrom('platform.entity')
    .select(['id', 'schema_name', 'role_name'])
    .where('schema_version', '<', latestTenantVersion)
    .orderBy('created_at')
    .execute()
  const result: MigrateResult = { migrated: [], failed: [] }
  for (const [index, entity] of stale.entries()) {
    const schema = entity.schema_name
    const count = { done: index + 1, of: stale.length }
    onProgress?.({ what: schema, done: index, of: stale.length })
    try {
      await migrateTenant(owner, { schema, role: entity.role_name })
      await owner
        .updateTable('platform.entity')
        .set({ schema_version: latestTenantVersion })
        .where('id', '=', entity.id)
        .execute()
      result.migrated.push(schema)
      onTenant?.({ schema, ...count })
    } catch (error) {
      const { message: reason } = error as Error
      result.failed.push({ schema, reason })
      onTenant?.({ schema, ...count, reason })
    }
  }
  return result
}

/** Runs the missing migrations of one tenant's schema and gives its role what it may do there. */
export async function migrateTenant(
  owner: Kysely<DB>,
  tenant: { schema: string; role: string },
): Promise<void> {
  await migrateSchema(owner, tenant.schema, tenantMigrations)
  await sql.raw(grants(tenant)).execute(owner)
}

async function migrateSchema(owner: Kysely<DB>, schema: string, migrations: Record<string, Migration>) {
  await owner.connection().execute(async (db) => {
    await sql`select set_config('search_path', ${schema}, false)`.execute(db)
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      migrationTableSchema: schema,
      migrationTableName: 'migration',
      migrationLockTableName: 'migration_lock',
    })
    try {
      const { error } = await migrator.migrateToLatest()
      if (error) throw error
    } finally {
      await sql`reset search_path`.execute(db)
    }
  })
}
