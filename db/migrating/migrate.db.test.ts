import { type Kysely, sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asOwner } from '#db/owner.ts'
import { type Provisioned, provision } from '#db/provisioning/provision.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts'
import { asAdmin } from '#tests/support/database/template.ts'
import { newEntity } from '#tests/support/database/tenant.ts'
import { killedWhenReady } from '#tests/support/product/child.ts'
import { type MigrateResult, migrate } from './migrate.ts'
import { latestTenantVersion } from './tenant-schema.ts'

/** One more migration than there are, so that this test knows what the newest one does. */
const probe = vi.hoisted(() => ({
  name: '9999_probe',
  tables: ['probe_first', 'probe_second'],
  text: 'create table probe_first (); create table probe_second ()',
}))
vi.mock('#migrations/tenant/index.ts', async (original) => {
  const { tenantMigrations } = await original<typeof import('#migrations/tenant/index.ts')>()
  const up = (db: Kysely<unknown>) => sql.raw(probe.text).execute(db)
  return { tenantMigrations: { ...tenantMigrations, [probe.name]: { up } } }
})

let database: TestDatabase
const places: Provisioned[] = []
beforeAll(async () => {
  database = await testDatabase()
  await asOwner(database.ownerUrl, async (owner) => {
    for (const subdomain of ['one', 'two', 'three'])
      places.push(await provision(owner, 'lunas_app', newEntity({ subdomain }), async () => {}))
  })
})

/** All three are at the version before the last. */
beforeEach(async () => {
  for (const { schema, id } of places)
    await admin(
      `drop table if exists ${probe.tables.map((table) => `${schema}.${table}`).join(', ')};
       delete from ${schema}.migration where name = '${probe.name}';
       update platform.entity set schema_version = ${latestTenantVersion - 1} where id = '${id}'`,
    )
})

const run = (): Promise<MigrateResult> => migrate(database)
const admin = (text: string, values?: unknown[]) =>
  asAdmin(database.ownerUrl, (client) => client.query(text, values))

async function versions(): Promise<number[]> {
  const { rows } = await admin('select schema_version from platform.entity order by created_at')
  return rows.map(({ schema_version }) => schema_version)
}

/** How many of the probe's tables a schema has, and whether its books know of the migration. */
async function stateOf({ schema }: Provisioned): Promise<{ tables: number; recorded: boolean }> {
  const { rows } = await admin(
    `select (select count(*)::int from pg_tables where schemaname = $1 and tablename = any($2)) as tables,
      exists (select from ${schema}.migration where name = $3) as recorded`,
    [schema, probe.tables, probe.name],
  )
  return rows[0]
}
const whole = { tables: probe.tables.length, recorded: true }
const old = { tables: 0, recorded: false }
const newest = Array<number>(3).fill(latestTenantVersion)

test('those that are behind are brought up to date with their rights, and a second run finds nothing to do', async () => {
  const told: string[] = []
  const result = await migrate({
    ...database,
    onTenant: ({ schema, done, of, reason }) => told.push(`${schema} ${done}/${of} ${reason ?? ''}`.trim()),
  })
  expect(result).toEqual({ migrated: places.map(({ schema }) => schema), failed: [] })
  expect(told).toEqual(places.map(({ schema }, index) => `${schema} ${index + 1}/3`))
  expect(await versions()).toEqual(newest)
  for (const place of places) {
    expect(await stateOf(place)).toEqual(whole)
    const rights = await admin(
      `select has_table_privilege($1, $2 || '.probe_first', 'insert') as adds,
        has_table_privilege($1, $2 || '.audit_log', 'delete') as removes`,
      [place.role, place.schema],
    )
    expect(rights.rows).toEqual([{ adds: true, removes: false }])
  }
  expect(await run()).toEqual({ migrated: [], failed: [] })
})

test('only those that are behind are touched', async () => {
  const [first, second] = places as [Provisioned, Provisioned]
  await admin(`update platform.entity set schema_version = $1 where id = $2`, [latestTenantVersion, first.id])
  const { migrated } = await run()
  expect(migrated).toEqual(places.slice(1).map(({ schema }) => schema))
  expect(await stateOf(first)).toEqual(old)
  expect(await stateOf(second)).toEqual(whole)
})

test('one that fails is reported and left whole while the others go on, and is tried again', async () => {
  const [, second] = places as [Provisioned, Provisioned]
  await admin(`create table ${second.schema}.probe_second ()`)
  const { migrated, failed } = await run()
  expect(migrated).toEqual([places[0]!.schema, places[2]!.schema])
  expect(failed).toEqual([{ schema: second.schema, reason: 'relation "probe_second" already exists' }])
  expect(await stateOf(second)).toEqual({ tables: 1, recorded: false })
  expect(await versions()).toEqual([latestTenantVersion, latestTenantVersion - 1, latestTenantVersion])

  await admin(`drop table ${second.schema}.probe_second`)
  expect(await run()).toEqual({ migrated: [second.schema], failed: [] })
  expect(await versions()).toEqual(newest)
})

test('two runs at once do the work once', async () => {
  const results = await Promise.all([run(), run()])
  expect(results.flatMap(({ failed }) => failed)).toEqual([])
  expect(results.flatMap(({ migrated }) => migrated).sort()).toEqual(
    places.map(({ schema }) => schema).sort(),
  )
  expect(await versions()).toEqual(newest)
})

describe('a run that is killed', () => {
  const child = (options: string) =>
    `const { sql } = await import('kysely')
     const { tenantMigrations } = await import('#migrations/tenant/index.ts')
     tenantMigrations['${probe.name}'] = { up: (db) => sql.raw('${probe.text}').execute(db) }
     const { migrate } = await import('#db/migrating/migrate.ts')
     const urls = ${JSON.stringify({ ownerUrl: database.ownerUrl, appUrl: database.appUrl })}
     await migrate({ ...urls, ${options} })`
  const stopAt = (done: number) =>
    `if (done === ${done}) { ready(); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) }`

  test('between two organisations is gone on with where it stopped', async () => {
    await killedWhenReady(child(`onTenant: ({ done }) => { ${stopAt(1)} }`))
    expect(await versions()).toEqual([latestTenantVersion, latestTenantVersion - 1, latestTenantVersion - 1])
    expect(await Promise.all(places.map(stateOf))).toEqual([whole, old, old])
    expect((await run()).migrated).toEqual([places[1]!.schema, places[2]!.schema])
    expect(await versions()).toEqual(newest)
  })

  test('inside an organisation leaves that one wholly old', async () => {
    const [, second] = places as [Provisioned, Provisioned]
    await asAdmin(database.ownerUrl, async (holder) => {
      // A table of that name, not yet committed, holds up the migration after it has made others.
      await holder.query(`begin; create table ${second.schema}.probe_second ()`)
      const { rows } = await holder.query('select pg_backend_pid() as pid')
      const waiting = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
      const held = async () => {
        while ((await admin(waiting, [rows[0].pid])).rowCount === 0);
      }
      await killedWhenReady(child(`onProgress: ({ done }) => { if (done === 1) ready() }`), held)
      await holder.query('rollback')
    })
    expect(await stateOf(second)).toEqual(old)
    expect((await run()).migrated).toEqual([second.schema, places[2]!.schema])
    expect(await Promise.all(places.map(stateOf))).toEqual([whole, whole, whole])
    expect(await versions()).toEqual(newest)
  })
})
