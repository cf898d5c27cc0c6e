import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { migrateTenant } from '#db/migrating/migrate.ts'
import { asOwner } from '#db/owner.ts'
import { withPlatform, withTenant } from '#db/with-tenant.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts'
import { asAdmin } from '#tests/support/database/template.ts'
import { drop, newEntity } from '#tests/support/database/tenant.ts'
import { killedWhenReady } from '#tests/support/product/child.ts'
import { dropTenant, type Prepare, type Provisioned, provision } from './provision.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})

const make = (subdomain: string, prepare: Prepare = async () => {}, ownerUrl = database.ownerUrl) =>
  asOwner(ownerUrl, (owner) => provision(owner, 'lunas_app', newEntity({ subdomain }), prepare))

/** What of an organisation there is on the server. */
async function traces(subdomain: string) {
  const like = `t\\_${subdomain}\\_%`
  const roles = `lunas\\_${like}`
  const { rows } = await asAdmin(database.ownerUrl, (owner) =>
    owner.query(
      `select (select count(*)::int from platform.entity where subdomain = $1) as rows,
        (select count(*)::int from pg_namespace where nspname like $2) as schemas,
        (select count(*)::int from pg_roles where rolname like $3) as roles`,
      [subdomain, like, roles],
    ),
  )
  return rows[0]
}
const nothing = { rows: 0, schemas: 0, roles: 0 }
const everything = { rows: 1, schemas: 1, roles: 1 }

/** Everything that migrations make in a schema, in words that name no schema. */
async function shapeOf(schema: string): Promise<string[]> {
  const { rows } = await asAdmin(database.ownerUrl, (owner) =>
    owner.query(
      `select replace(concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default), $1, '') as line
        from information_schema.columns where table_schema = $1
      union all
      select replace(concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)), $1, '')
        from pg_constraint where connamespace = $1::regnamespace
      union all
      select replace(indexdef, $1, '') from pg_indexes where schemaname = $1
      union all
      select concat_ws(' ', relname, replace(relacl::text, $1, '')) from pg_class where relnamespace = $1::regnamespace
      order by 1`,
      [schema],
    ),
  )
  return rows.map(({ line }) => line)
}

describe('a new organisation', () => {
  let place: Provisioned
  beforeAll(async () => {
    place = await make('whole', async (trx) => {
      await trx.insertInto('branch').values({ id: crypto.randomUUID(), code: 'HQ', name: 'HQ' }).execute()
    })
  })

  test('has its row, role and schema, and what was prepared', async () => {
    expect(await traces('whole')).toEqual(everything)
    const branches = await withTenant(database.pool, place, (trx) =>
      trx.selectFrom('branch').select('code').execute(),
    )
    expect(branches).toEqual([{ code: 'HQ' }])
  })

  test('has the very tables and rights that the Migrator makes', async () => {
    const migrated = { schema: 'by_the_migrator', role: 'lunas_by_the_migrator' }
    await asOwner(database.ownerUrl, async (owner) => {
      await sql
        .raw(`create schema ${migrated.schema}; create role ${migrated.role} nologin in role lunas_tenant`)
        .execute(owner)
      await migrateTenant(owner, migrated)
    })
    expect(await shapeOf(place.schema)).toEqual(await shapeOf(migrated.schema))
  })

  test('is as the Migrator would have left it: there is nothing to do', async () => {
    const before = await shapeOf(place.schema)
    await asOwner(database.ownerUrl, (owner) => migrateTenant(owner, place))
    expect(await shapeOf(place.schema)).toEqual(before)
  })

  test('refuses its subdomain to another', async () => {
    const refused = await make('whole').catch((error: unknown) => error)
    expect(asRefusal(refused)?.code).toBe('duplicate.subdomain')
    expect(await traces('whole')).toEqual(everything)
  })
})

test('what prepares it has its rights and no others, and the connection is the owner again afterwards', async () => {
  const other = await make('other')
  await asOwner(database.ownerUrl, async (owner) => {
    const who = () =>
      sql<{ name: string; path: string }>`
      select current_user as name, current_setting('search_path') as path`.execute(owner)
    const before = await who()
    const entity = newEntity({ subdomain: 'rights' })
    await provision(owner, 'lunas_app', entity, async (trx, { role }) => {
      const { rows } = await sql<{ name: string }>`select current_user as name`.execute(trx)
      expect(rows).toEqual([{ name: role }])
    })
    expect((await who()).rows).toEqual(before.rows)
    const curious = provision(owner, 'lunas_app', newEntity({ subdomain: 'curious' }), async (trx) => {
      await sql`select * from ${sql.table(`${other.schema}.branch`)}`.execute(trx)
    })
    await expect(curious).rejects.toMatchObject({ code: '42501' })
  })
})

test('nothing is left of one whose preparation fails, and it can be made again', async () => {
  const failing = make('fails', async (trx) => {
    await trx.insertInto('branch').values({ id: crypto.randomUUID(), code: 'HQ', name: 'HQ' }).execute()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await traces('fails')).toEqual(nothing)
  await make('fails')
  expect(await traces('fails')).toEqual(everything)
})

test('nothing is left of one whose maker is killed, and it can be made again', async () => {
  const entity = JSON.stringify(newEntity({ subdomain: 'killed' }))
  await killedWhenReady(
    `const { asOwner } = await import('#db/owner.ts')
     const { provision } = await import('#db/provisioning/provision.ts')
     await asOwner(${JSON.stringify(database.ownerUrl)}, (owner) =>
       provision(owner, 'lunas_app', ${entity}, () => new Promise(() => { ready(); setInterval(() => {}, 1e6) })))`,
  )
  expect(await traces('killed')).toEqual(nothing)
  await make('killed')
  expect(await traces('killed')).toEqual(everything)
})

test('of two that ask for one subdomain at the same time one gets it', async () => {
  const results = await Promise.allSettled([make('wanted'), make('wanted'), make('wanted')])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (const result of results)
    if (result.status === 'rejected') expect(asRefusal(result.reason)?.code).toBe('duplicate.subdomain')
  expect(await traces('wanted')).toEqual(everything)
})

test('several can be made at the same time', async () => {
  const names = ['first', 'second', 'third', 'fourth']
  await Promise.all(names.map((name) => make(name)))
  for (const name of names) expect(await traces(name)).toEqual(everything)
})

test('an owner who is no superuser can make, migrate and drop one', async () => {
  const plain = new URL(database.ownerUrl)
  plain.username = `plain_${process.pid}`
  plain.password = 'secret'
  const name = plain.pathname.slice(1)
  await asAdmin(database.ownerUrl, (admin) =>
    admin.query(`
      create role ${plain.username} login createrole password 'secret';
      grant lunas_tenant, lunas_platform, lunas_app to ${plain.username} with admin option;
      grant create on database ${name} to ${plain.username};
      alter schema platform owner to ${plain.username};
      do $$ declare item record; begin
        for item in select relname from pg_class where relnamespace = 'platform'::regnamespace and relkind = 'r' loop
          execute format('alter table platform.%I owner to ${plain.username}', item.relname);
        end loop;
        for item in select oid::regprocedure as routine from pg_proc where pronamespace = 'platform'::regnamespace loop
          execute format('alter routine %s owner to ${plain.username}', item.routine);
        end loop;
      end $$`),
  )
  const place = await make('plain', async () => {}, plain.href)
  const branches = await withTenant(database.pool, place, (trx) =>
    trx.selectFrom('branch').selectAll().execute(),
  )
  expect(branches).toEqual([])
  await asOwner(plain.href, async (owner) => {
    await migrateTenant(owner, place)
    await owner.transaction().execute((trx) => dropTenant(trx, place))
  })
  expect(await traces('plain')).toEqual(nothing)
})

test('dropping one removes its rows of the platform and nothing of another', async () => {
  const [gone, stays] = [await make('gone'), await make('stays')]
  for (const place of [gone, stays])
    await withTenant(database.pool, place, (trx) =>
      trx
        .insertInto('platform.public_code')
        .values({ code: `code-${place.id}`, kind: 'invoice' })
        .execute(),
    )
  await drop(database.ownerUrl, gone)
  expect(await traces('gone')).toEqual(nothing)
  expect(await traces('stays')).toEqual(everything)
  const codes = await withPlatform(database.pool, (trx) =>
    trx.selectFrom('platform.public_code').select('entity_id').execute(),
  )
  expect(codes).toEqual([{ entity_id: stays.id }])
})
