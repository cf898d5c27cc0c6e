import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { newId } from './id.ts'
import { latestTenantVersion, migrateTenant } from './migrate.ts'
import type { Place } from './pool.ts'
import type { DB } from './types.ts'

export interface NewEntity {
  name: string
  subdomain: string
  organisation_type: string
  company_name: string
  registration_number: string
  nametag: string
  contact_name: string
  contact_phone: string
  contact_email: string
  default_locale?: 'en' | 'my'
  theme_colour?: string | null
  tax_registered?: boolean
  fpx_seller_id?: string | null
}

export interface Provisioned extends Required<Place> {
  id: string
}

/**
 * Makes an organisation: its schema, its role, its tables, its row. What belongs into the new tables (first branch,
 * superadmin, defaults) is `prepare`, which runs in the new place before the row becomes visible to requests; when it
 * fails, nothing remains.
 */
export async function provision(
  owner: Kysely<DB>,
  appUser: string,
  entity: NewEntity,
  prepare: (place: Provisioned) => Promise<void>,
): Promise<Provisioned> {
  const schema = `t_${entity.subdomain.replaceAll('-', '_')}_${randomBytes(3).toString('hex')}`
  const place: Provisioned = { id: newId(), schema, role: schema, version: latestTenantVersion }
  await refuseTakenSubdomain(owner, entity.subdomain)
  try {
    await sql
      .raw(
        `create role "${schema}" nologin in role lunas_tenant;
         grant "${schema}" to "${appUser}" with inherit false, set true;
         create schema "${schema}";`,
      )
      .execute(owner)
    await migrateTenant(owner, place)
    await owner
      .insertInto('platform.entity')
      .values({
        ...entity,
        id: place.id,
        schema_name: schema,
        role_name: schema,
        schema_version: latestTenantVersion,
        status: 'inactive',
      })
      .execute()
    await prepare(place)
    await owner.updateTable('platform.entity').set({ status: 'active' }).where('id', '=', place.id).execute()
    return place
  } catch (error) {
    await dropTenant(owner, { ...place, id: place.id })
    throw error
  }
}

async function refuseTakenSubdomain(owner: Kysely<DB>, subdomain: string) {
  const taken = await owner
    .selectFrom('platform.entity')
    .select('id')
    .where('subdomain', '=', subdomain)
    .executeTakeFirst()
  if (taken) throw new Error(`Subdomain already registered: ${subdomain}`)
}

/** Removes an organisation and everything it has, for tests and for tenants that asked to be forgotten. */
export async function dropTenant(owner: Kysely<DB>, { id, schema, role }: Provisioned): Promise<void> {
  for (const table of [
    'public_code',
    'gateway_order',
    'gateway_message',
    'ledger',
    'outbox',
    'failed_job',
  ] as const) {
    await owner.deleteFrom(`platform.${table}`).where('entity_id', '=', id).execute()
  }
  await owner.deleteFrom('platform.entity').where('id', '=', id).execute()
  await sql.raw(`drop schema if exists "${schema}" cascade; drop role if exists "${role}";`).execute(owner)
}
