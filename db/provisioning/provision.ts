import { randomBytes } from 'node:crypto'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import { latestTenantVersion } from '#db/migrating/tenant-schema.ts'
import type { TenantRef } from '#db/pool.ts'
import { rolesOf } from '#db/provisioning/role-names.ts'
import type { DB } from '#db/types.ts'
import { createTables } from './new-schema.ts'

/** What is known of an organisation before it exists; `id` when something was already sealed for its row. */
export type NewEntity = Omit<
  Insertable<DB['platform.entity']>,
  'id' | 'schema_name' | 'role_name' | 'schema_version' | 'version' | 'created_at' | 'updated_at'
> & { id?: string }

export interface Provisioned extends Required<TenantRef> {
  id: string
}

/** Fills the new tables; works in the organisation's own place, with its rights and no others. */
export type Prepare = (trx: Transaction<DB>, place: Provisioned) => Promise<void>

/**
 * Makes an organisation: its row, role, schema and tables, and what `prepare` puts into them (first branch,
 * superadmin, defaults). One transaction: others see all of it or nothing, and a failure, a lost connection or a
 * killed process leaves nothing behind.
 * Refuses a subdomain that another one has, by constraint (`entity_subdomain_key`); of two that ask for it at the
 * same moment the second waits for the first.
 * @param appUser login role of the web and worker processes
 */
export function provision(
  owner: Kysely<DB>,
  appUser: string,
  entity: NewEntity,
  prepare: Prepare,
): Promise<Provisioned> {
  return owner.transaction().execute((trx) => provisionIn(trx, appUser, entity, prepare))
}

/** The same inside a transaction of the owner, so that several organisations come into being together. */
export async function provisionIn(
  trx: Transaction<DB>,
  appUser: string,
  entity: NewEntity,
  prepare: Prepare,
): Promise<Provisioned> {
  const schema = `t_${entity.subdomain.replaceAll('-', '_')}_${randomBytes(3).toString('hex')}`
  const roles = rolesOf(appUser)
  const place = { id: entity.id ?? newId(), schema, role: roles.of(schema), version: latestTenantVersion }
  // First of all, because its unique subdomain makes a second one wait here, before it has made anything.
  await trx
    .insertInto('platform.entity')
    .values({
      ...entity,
      id: place.id,
      schema_name: schema,
      role_name: place.role,
      schema_version: latestTenantVersion,
    })
    .execute()
  const role = sql.id(place.role)
  await sql`
    create role ${role} nologin;
    grant ${role} to ${sql.id(appUser)}, current_user with inherit false, set true;
    create schema ${sql.id(schema)};
    set local search_path = ${sql.id(schema)}`.execute(trx)
  await createTables(trx, place)
  // As late as can be: until the transaction ends, Postgres lets nobody else become a member of this role.
  await sql`grant ${sql.id(roles.tenant)} to ${role}; set local role ${role}`.execute(trx)
  await prepare(trx, place)
  await sql`set local role none; set local search_path = default`.execute(trx)
  return place
}

/**
 * Removes an organisation and everything it has in the database, in a transaction of the owner. Its files stay, and its name
 * is kept from others for a while.
 */
export async function dropTenant(
  trx: Transaction<DB>,
  { id, schema, role }: Pick<Provisioned, 'id' | 'schema' | 'role'>,
): Promise<void> {
  for (const table of [
    'contact',
    'sign_in_ticket',
    'help_visit',
    'help_code',
    'platform_invoice',
    'legal_consent',
    'entity_registration',
    'credit_entry',
    'subscription',
    'idempotency_key',
    'public_code',
    'gateway_order',
    'gateway_transaction',
    'payment_exception_note',
    'payment_exception',
    'gateway_message',
    'revenue',
    'equation',
    'ledger',
    'payout_turn',
    'payout_adjustment',
    'payout',
    'einvoice_turn',
    'outbox',
    'failed_job',
  ] as const) {
    await trx.deleteFrom(`platform.${table}`).where('entity_id', '=', id).execute()
  }
  const gone = await trx
    .deleteFrom('platform.entity')
    .where('id', '=', id)
    .returning('subdomain')
    .executeTakeFirst()
  if (gone)
    await trx
      .insertInto('platform.freed_subdomain')
      .values(gone)
      .onConflict((before) => before.column('subdomain').doUpdateSet({ freed_at: sql<Date>`now()` }))
      .execute()
  await sql`drop schema if exists ${sql.id(schema)} cascade; drop role if exists ${sql.id(role)}`.execute(trx)
}
