import type { Kysely, Transaction } from 'kysely'
import { insertStarterOptions } from '#app/domain/catalogue/payment-options/payment-options.ts'
import type { Role } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { starterName } from '#app/domain/core/translated.ts'
import { productWordsOf } from '#app/i18n/i18n.ts'
import { type Entity, findEntity } from '#app/server/routing/site.ts'
import { newId } from '#db/id.ts'
import { asOwner } from '#db/owner.ts'
import { platformRef, type TenantRef } from '#db/pool.ts'
import { dropTenant, type NewEntity, type Provisioned, provision } from '#db/provisioning/provision.ts'
import type { DB } from '#db/types.ts'
import { readWithTenant, withPlatform, withTenant } from '#db/with-tenant.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { branch, type Row, user } from './factories.ts'
import { newEntity, newSellerId } from './new-entity.ts'
import type { ReadyPlace } from './template.ts'

export { newEntity, newSellerId }

/** An organisation of a test file, made as the product makes one: its schema, its role, its tables, one branch. */
export interface Tenant {
  database: TestDatabase
  place: Provisioned
  entity: Entity
  /** The host of its pages, such as `alpha-3.localhost`. */
  host: string
  branch: Row<'branch'>
  read<R>(work: (db: Kysely<DB>) => Promise<R>): Promise<R>
  write<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /** Somebody with this role, made at the first call; office roles belong to the first branch. */
  actor(role: Role): Promise<Actor & { id: string }>
}

/**
 * A new organisation in the database of this test file, with which it goes. In a database that is named it is made
 * wholly, with a role that nobody shares: for tests that drop it, too.
 */
export async function freshTenant(
  overrides: Partial<NewEntity> = {},
  wholly?: TestDatabase,
): Promise<Tenant> {
  const own = wholly ? undefined : await testDatabase()
  const database = wholly ?? own!
  const row = newEntity(overrides)
  const ready = own?.ready.shift()
  const place = ready
    ? await takenOver(database, ready, row)
    : await asOwner(database.ownerUrl, (owner) => provision(owner, 'lunas_app', row, async () => {}))
  const write: Tenant['write'] = (work) => withTenant(database.pool, place, work)
  const entity = await readAt(database, platformRef, (db) => findEntity(db, { id: place.id }))
  const people = new Map<Role, Promise<Actor & { id: string }>>()
  const hq = await write(async (trx) => {
    await insertStarterOptions(trx, starterName(productWordsOf, 'en'), true)
    return branch(trx, { code: 'HQ', is_hq: true })
  })
  return {
    database,
    place,
    entity: entity!,
    host: `${entity!.subdomain}.localhost`,
    branch: hq,
    read: (work) => readAt(database, place, work),
    write,
    actor(role) {
      const known = people.get(role) ?? write((trx) => actorOf(trx, role, hq.id))
      people.set(role, known)
      return known
    },
  }
}

/** Drops an organisation as its owner does, whole or not at all. */
export function drop(ownerUrl: string, place: Parameters<typeof dropTenant>[1]): Promise<void> {
  return asOwner(ownerUrl, (owner) => owner.transaction().execute((trx) => dropTenant(trx, place)))
}

/** An organisation in a place that the template had ready; a connection of the pool is there for the test, too. */
async function takenOver({ pool }: TestDatabase, ready: ReadyPlace, row: NewEntity): Promise<Provisioned> {
  const place = { ...ready, id: row.id ?? newId() }
  await withPlatform(pool, (trx) =>
    trx
      .insertInto('platform.entity')
      .values({
        ...row,
        id: place.id,
        schema_name: place.schema,
        role_name: place.role,
        schema_version: place.version,
      })
      .execute(),
  )
  return place
}

/** Reads at a place as a loader does. */
export const readAt = <R>(
  { pool }: TestDatabase,
  place: TenantRef,
  work: (db: Kysely<DB>) => Promise<R>,
): Promise<R> => readWithTenant(pool, place, work)

async function actorOf(trx: Transaction<DB>, role: Role, branch_id: string): Promise<Actor & { id: string }> {
  const { id, name, staff, parent } = await user(trx, { roles: [role] }, { branch_id })
  return {
    type: 'user',
    id,
    name,
    roles: [role],
    operator_role: null,
    branch_ids: staff ? [branch_id] : [],
    parent_id: parent?.id ?? null,
    ip: '192.0.2.1',
    user_agent: 'test',
    request_id: null,
  }
}
