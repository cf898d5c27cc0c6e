import { beforeAll, describe, expect, test } from 'vitest'
import { asRole, codeOf, tablesOf } from '#tests/support/database/as-role.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

let here: Tenant
let there: Tenant

beforeAll(async () => {
  here = await freshTenant()
  there = await freshTenant()
})

describe('the login role', () => {
  test('owns nothing and is nobody special', async () => {
    const { rows } = await asRole(
      undefined,
      `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolinherit,
         (select count(*) from pg_class where relowner = pg_roles.oid) as relations,
         (select count(*) from pg_namespace where nspowner = pg_roles.oid) as schemas,
         (select count(*) from pg_database where datdba = pg_roles.oid) as databases
       from pg_roles where rolname = current_user`,
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
        rolinherit: false,
        relations: 0,
        schemas: 0,
        databases: 0,
      },
    ])
  })

  test('finds no table by its bare name', async () => {
    for (const table of await tablesOf(here.place.schema))
      expect(await codeOf(undefined, `select * from ${table}`), table).toBe('42P01')
  })

  test('reads no table by its full name', async () => {
    for (const schema of ['platform', here.place.schema])
      for (const table of await tablesOf(schema))
        expect(await codeOf(undefined, `select * from ${schema}.${table}`), table).toBe('42501')
  })

  test('may make nothing', async () => {
    for (const text of [
      'create schema x',
      'create table public.x ()',
      `create table ${here.place.schema}.x ()`,
    ])
      expect(await codeOf(undefined, text), text).toBe('42501')
  })
})

describe("a tenant's role", () => {
  test("may do nothing with another tenant's tables", async () => {
    const tables = await tablesOf(there.place.schema)
    expect(tables.length).toBeGreaterThan(30)
    for (const table of tables) {
      const other = `${there.place.schema}.${table}`
      for (const text of [
        `select * from ${other}`,
        `insert into ${other} default values`,
        `delete from ${other}`,
      ])
        expect(await codeOf(here.place.role, text), text).toBe('42501')
    }
  })

  test('changes no table, not even its own', async () => {
    const { schema, role } = here.place
    for (const text of [
      `create table ${schema}.x ()`,
      `alter table ${schema}.invoice add column x text`,
      `drop table ${schema}.invoice cascade`,
      `truncate ${schema}.invoice cascade`,
      `create function ${schema}.f() returns int language sql as 'select 1'`,
      `create trigger t before insert on ${schema}.invoice execute function suppress_redundant_updates_trigger()`,
    ])
      expect(await codeOf(role, text), text).toBe('42501')
  })

  test('adds to the audit log and reads it, but never changes or removes', async () => {
    const { schema, role } = here.place
    await here.write((trx) =>
      trx
        .insertInto('audit_log')
        .values({
          id: here.place.id,
          actor_type: 'system',
          actor_name: 'x',
          action: 'x.made',
          object_type: 'x',
        })
        .execute(),
    )
    expect(await codeOf(role, `select * from ${schema}.audit_log`)).toBe('1 rows')
    for (const text of ['update %s set action = $$y$$', 'delete from %s', 'truncate %s'])
      expect(await codeOf(role, text.replace('%s', `${schema}.audit_log`)), text).toBe('42501')
  })

  test('keeps out of the books of its migrations', async () => {
    for (const table of ['migration', 'migration_lock'])
      expect(await codeOf(here.place.role, `select * from ${here.place.schema}.${table}`), table).toBe(
        '42501',
      )
  })
})

describe("the operator's role", () => {
  test("reads no tenant's table", async () => {
    for (const table of await tablesOf(here.place.schema))
      expect(await codeOf('lunas_platform', `select * from ${here.place.schema}.${table}`), table).toBe(
        '42501',
      )
  })

  test('adds to its audit log but never changes or removes', async () => {
    for (const text of ["update platform.audit_log set action = 'y'", 'delete from platform.audit_log'])
      expect(await codeOf('lunas_platform', text), text).toBe('42501')
  })
})
