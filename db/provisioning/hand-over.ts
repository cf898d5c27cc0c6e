import { type Kysely, sql } from 'kysely'
import { grants, latestTenantVersion } from '#db/migrating/tenant-schema.ts'
import { rolesOf } from '#db/provisioning/role-names.ts'
import type { DB } from '#db/types.ts'
import { moveRights } from './move-rights.ts'
import { ensureGroup } from './roles.ts'

/** The policies of the first migration, by which a database tells what its roles are called. */
const signs = { platform: 'entity_platform', tenant: 'entity_tenant' } as const

/**
 * For a database whose roles are called otherwise: it was made when all installations of a server shared theirs, it is a
 * copy of another one, or it was renamed. Its own roles get all rights here, and those others keep none. What was not
 * handed over when this was interrupted is found by the next run. The roles of the platform exist already.
 */
export async function handOver(owner: Kysely<DB>, login: string): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('platform.entity') is not null as there`.execute(owner)
  if (!rows[0]?.there) return
  for (const group of ['platform', 'tenant'] as const) await handOverGroup(owner, login, group)
  for (const entity of await strangers(owner, login)) await handOverTenant(owner, login, entity)
}

async function handOverGroup(owner: Kysely<DB>, login: string, group: keyof typeof signs): Promise<void> {
  const to = rolesOf(login)[group]
  const { rows } = await sql<{ name: string }>`
    select rolname as name from pg_policy join pg_roles on pg_roles.oid = any(polroles)
    where polrelid = 'platform.entity'::regclass and polname = ${signs[group]} and rolname <> ${to}`.execute(
    owner,
  )
  for (const { name } of rows)
    await owner.transaction().execute((trx) => moveRights(trx, 'platform', name, to))
}

interface Stranger {
  id: string
  schema: string
  role: string
  version: number
}

/** Organisations whose role is not one of this installation. */
async function strangers(owner: Kysely<DB>, login: string): Promise<Stranger[]> {
  const { rows } = await sql<Stranger>`
    select id, schema_name as schema, role_name as role, schema_version as version from platform.entity
    where not exists (
      select from pg_auth_members
      join pg_roles as a_group on a_group.oid = roleid
      join pg_roles as a_member on a_member.oid = member
      where a_group.rolname = ${rolesOf(login).tenant} and a_member.rolname = role_name)
    order by created_at`.execute(owner)
  return rows
}

function handOverTenant(owner: Kysely<DB>, login: string, entity: Stranger): Promise<void> {
  const { id, schema, role, version } = entity
  const roles = rolesOf(login)
  const own = roles.of(schema)
  return owner.transaction().execute(async (trx) => {
    await ensureGroup(trx, own)
    await sql`
      grant ${sql.id(own)} to ${sql.id(login)}, current_user with inherit false, set true;
      grant ${sql.id(roles.tenant)} to ${sql.id(own)}`.execute(trx)
    if (own !== role) await moveRights(trx, schema, role, own)
    // of an older version they are given by its migration
    if (version === latestTenantVersion) await sql.raw(grants({ schema, role: own })).execute(trx)
    await trx.updateTable('platform.entity').set({ role_name: own }).where('id', '=', id).execute()
    if (own !== role) await dropUnused(trx, role)
  })
}

/** Not one that another database needs, or that somebody else made. */
async function dropUnused(trx: Kysely<DB>, role: string): Promise<void> {
  await sql`do $$ begin drop role if exists ${sql.id(role)};
    exception when dependent_objects_still_exist or insufficient_privilege then null; end $$`.execute(trx)
}
