import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { refuseSubdomainTaken } from '#app/domain/platform/registrations/subdomain-free.ts'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { asOwner } from '#db/owner.ts'
import { platformRef } from '#db/pool.ts'
import { type Provisioned, provision } from '#db/provisioning/provision.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { JobTools } from '#jobs/handler.ts'
import { removeFiles } from '#jobs/handlers/upkeep.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts'
import { newEntity, readAt } from '#tests/support/database/tenant.ts'
import { killedWhenReady } from '#tests/support/product/child.ts'
import { drop } from './drop.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'lunas-drop-'))
  return () => rm(dataDir, { recursive: true })
})

/** An organisation that has a file; by a name that no other test gives one, for roles are those of all databases. */
async function organisation(subdomain: string): Promise<Provisioned> {
  const place = await asOwner(database.ownerUrl, (owner) =>
    provision(owner, 'lunas_app', newEntity({ subdomain }), async () => {}),
  )
  await filesOf({ dataDir }, place.schema).put('ab/receipt.pdf', Buffer.from('x'), 'application/pdf')
  return place
}

const folders = () => readdir(join(dataDir, 'files'))
const subdomains = () =>
  readAt(database, platformRef, async (db) =>
    (await db.selectFrom('platform.entity').select('subdomain').execute()).map((row) => row.subdomain),
  )

/** Does the jobs that the outbox has for later. */
async function worked() {
  const rows = await withPlatform(database.pool, (trx) =>
    trx
      .deleteFrom('platform.outbox')
      .where('name', '=', 'files.remove')
      .returning([sql<{ schema: string }>`payload`.as('payload')])
      .execute(),
  )
  const tools = {
    withTenant: (work) => withPlatform(database.pool, work),
    environment: { ...environment, dataDir },
  } as JobTools
  for (const { payload } of rows) await removeFiles(payload, tools)
  return rows.length
}

test('an organisation goes with its files, and no other, and its name is nobody else’s for a while', async () => {
  const [gone, stays] = [await organisation('dropped'), await organisation('kept')]
  const done = await drop(database.ownerUrl, { dataDir }, 'dropped')
  expect(done.schema).toBe(gone.schema)
  expect(await subdomains()).not.toContain('dropped')
  const freed = (subdomain: string) =>
    withPlatform(database.pool, (trx) => refuseSubdomainTaken(trx, subdomain)).catch(
      (error) => asRefusal(error)?.code,
    )
  expect(await freed('dropped')).toBe('entity.subdomain_freed')
  expect(await freed('droppings')).toBeUndefined()
  expect(await folders()).toEqual([stays.schema])
  await filesOf({ dataDir }, gone.schema).put('late.pdf', Buffer.from('x'), 'application/pdf')
  expect(await worked()).toBe(1)
  expect(await folders()).toEqual([stays.schema])
  await expect(drop(database.ownerUrl, { dataDir }, 'dropped')).rejects.toThrow('no organisation')
})

test('when it is killed after the database is done, a worker removes the files', async () => {
  const { schema } = await organisation('halted')
  await killedWhenReady(
    `const { drop } = await import('#db/command/drop.ts')
     const environment = { get dataDir() { ready(); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) } }
     await drop(${JSON.stringify(database.ownerUrl)}, environment, 'halted')`,
  )
  expect(await subdomains()).not.toContain('halted')
  expect(await folders()).toContain(schema)
  expect(await worked()).toBe(1)
  expect(await folders()).not.toContain(schema)
})

test('the files of an organisation that there is are never removed', async () => {
  const { schema } = await organisation('lives')
  onTestFinished(() => drop(database.ownerUrl, { dataDir }, 'lives').then(() => {}))
  await removeFiles({ schema }, {
    withTenant: (work) => withPlatform(database.pool, work),
    environment: { ...environment, dataDir },
  } as JobTools)
  expect(await folders()).toContain(schema)
})
