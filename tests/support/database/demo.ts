import { type Kysely, type RawBuilder, sql } from 'kysely'
import { expect, inject } from 'vitest'
import { todayIn } from '#app/domain/core/dates.ts'
import { type Keyring, keyringOf } from '#app/domain/core/secrets.ts'
import { type Entity, findEntity } from '#app/server/routing/site.ts'
import { platformRef } from '#db/pool.ts'
import { seedDemo } from '#db/seed/seed.ts'
import type { DB } from '#db/types.ts'
import { type TestDatabase, testDatabaseFrom } from './database.ts'
import { appUrlOf, furtherTemplate } from './template.ts'
import { readAt } from './tenant.ts'

export const demoNow = new Date('2026-11-21T03:00:00Z')
export const demoToday = todayIn(demoNow)
export const demoKey = Buffer.alloc(32, 7)
/** What the product must open the demo's sealed fields with; with another key the pages that show them fail. */
export const demoRing = keyringOf(demoKey)
export const demoSubdomains = ['demo', 'cahaya'] as const

export interface Demo {
  database: TestDatabase
  ring: Keyring
  entity(subdomain: string): Entity
  read<R>(subdomain: string, work: (db: Kysely<DB>) => Promise<R>): Promise<R>
  rows<Row>(subdomain: string, query: RawBuilder<Row>): Promise<Row[]>
  /** Fails when the query finds a row: what must not be. */
  none(subdomain: string, query: RawBuilder<unknown>): Promise<void>
}

/** The demo data in the database of this test file, as it is made on a Saturday in November. */
export const demo = (): Promise<Demo> => demoOf('lunas_demo', demoNow)

/** The same as it is made now, for who looks at it through the product: that looks at it today, and stories go on. */
export const demoOfToday = (): Promise<Demo> => demoOf('lunas_demo_today', new Date())

async function demoOf(template: string, now: Date): Promise<Demo> {
  await furtherTemplate(inject('adminUrl'), template, (ownerUrl) =>
    seedDemo({ ownerUrl, appUrl: appUrlOf(ownerUrl), mode: 'test', appKey: demoKey, now }),
  )
  const database = await testDatabaseFrom(template)
  const entities = new Map<string, Entity>()
  for (const subdomain of demoSubdomains) {
    const entity = await readAt(database, platformRef, (db) => findEntity(db, { subdomain }))
    entities.set(subdomain, entity!)
  }
  const read: Demo['read'] = (subdomain, work) => readAt(database, entities.get(subdomain)!.place, work)
  const rows: Demo['rows'] = (subdomain, query) =>
    read(subdomain, async (db) => (await query.execute(db)).rows)
  return {
    database,
    ring: demoRing,
    entity: (subdomain) => entities.get(subdomain)!,
    read,
    rows,
    none: async (subdomain, query) => expect(await rows(subdomain, query)).toEqual([]),
  }
}

/** How many rows a table has. */
export async function countOf(db: Kysely<DB>, table: keyof DB): Promise<number> {
  const query = sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`
  return (await query.execute(db)).rows[0]!.n
}
