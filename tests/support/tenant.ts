import type { Insertable, Kysely, Transaction } from 'kysely'
import { afterAll } from 'vitest'
import type { Role } from '#app/domain/access.ts'
import type { Actor } from '#app/domain/actor.ts'
import { type Entity, findEntity } from '#app/server/routing/site.ts'
import { inPlace } from '#db/in-place.ts'
import { asOwner } from '#db/owner.ts'
import { platformPlace } from '#db/pool.ts'
import { dropTenant, type NewEntity, type Provisioned, provision } from '#db/provisioning/provision.ts'
import { requestDatabase } from '#db/request-database.ts'
import type { DB } from '#db/types.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { branch, type Row, user } from './factories.ts'

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

let made: { tenant: Provisioned; ownerUrl: string }[] = []
let count = 0

/** A new organisation in the database of this test file, or in another; it goes when the file has ended. */
export async function freshTenant(
  overrides: Partial<NewEntity> = {},
  elsewhere?: TestDatabase,
): Promise<Tenant> {
  const database = elsewhere ?? (await testDatabase())
  const place = await asOwner(database.ownerUrl, (owner) =>
    provision(owner, 'lunas_app', newEntity(overrides), async () => {}),
  )
  if (!elsewhere) made.push({ tenant: place, ownerUrl: database.ownerUrl })
  const write: Tenant['write'] = (work) => inPlace(database.pool, place, work)
  const entity = await readAt(database, platformPlace, (db) => findEntity(db, { id: place.id }))
  const people = new Map<Role, Promise<Actor & { id: string }>>()
  const hq = await write((trx) => branch(trx, { code: 'HQ', is_hq: true }))
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

/** What an organisation must say of itself, invented. */
export function newEntity(overrides: Partial<NewEntity> = {}): NewEntity {
  const number = ++count
  return {
    name: `Pusat Tuisyen ${number}`,
    subdomain: `school-${number}`,
    organisation_type: 'tuition',
    company_name: `Pusat Tuisyen ${number} Sdn Bhd`,
    registration_number: `20200100${String(number).padStart(4, '0')}`,
    nametag: `SCHOOL${number}`,
    contact_name: 'Puan Contoh',
    contact_phone: '+60123456789',
    contact_email: `office@school-${number}.test`,
    ...overrides,
  } satisfies Partial<Insertable<DB['platform.entity']>> as NewEntity
}

/** Reads at a place as a loader does. */
export async function readAt<R>(
  { pool }: TestDatabase,
  place: Parameters<typeof requestDatabase>[1],
  work: (db: Kysely<DB>) => Promise<R>,
): Promise<R> {
  const database = requestDatabase(pool, place)
  try {
    return await work(await database.read())
  } finally {
    await database.close()
  }
}

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

afterAll(async () => {
  const gone = made
  made = []
  const [first] = gone
  if (!first) return
  await asOwner(first.ownerUrl, async (owner) => {
    for (const { tenant } of gone) await dropTenant(owner, tenant)
  })
})
