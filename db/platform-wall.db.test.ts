import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { asRole, codeOf, tablesOf } from '#tests/support/database/as-role.ts'
import { sharedRows } from '#tests/support/database/shared-rows.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { newId } from './id.ts'
import { withPlatform } from './with-tenant.ts'

let here: Tenant
let there: Tenant

beforeAll(async () => {
  here = await freshTenant()
  there = await freshTenant()
})

test('a tenant enters its own schema and the platform, nothing else, and makes nothing in either', async () => {
  const entered = await asRole<{ name: string; makes: boolean }>(
    here.place.role,
    `select nspname::text as name, has_schema_privilege(oid, 'create') as makes from pg_namespace
     where has_schema_privilege(oid, 'usage') and nspname not in ('public', 'information_schema', 'pg_catalog')
     order by nspname <> 'platform'`,
  )
  expect(entered.rows).toEqual([
    { name: 'platform', makes: false },
    { name: here.place.schema, makes: false },
  ])
  const foreign = `select * from ${there.place.schema}.branch`
  for (const role of [here.place.role, undefined]) expect(await codeOf(role, foreign)).toBe('42501')
})

describe('the platform, seen by a tenant', () => {
  /** Hangs on a row of its own; held to its wall where exceptions are tried. */
  const hanging = 'payment_exception_note'
  const hidden = [
    'operator',
    'operator_session',
    'operator_sign_in',
    'operator_recovery_code',
    'operator_invitation',
    'recovery_token',
    'one_time_code',
    'contact',
    'contact_claim',
    'sent_mail',
    'login_log',
    'audit_log',
    'audit_seal',
    'audit_watch',
    'failed_job',
    'entity_registration',
    'entity_note',
    'bank_cost',
    'revenue',
    'entity_registration_draft',
    'entity_registration_file',
    'number_series',
    'worker',
    'schedule',
    'certificate_warning',
    'payout_export',
    'payout_turn',
    'payment_attempt',
    'platform_invoice_attempt',
    'freed_subdomain',
    'einvoice_slot',
    'message_report_unknown',
  ]
  /** What a tenant may look up and not change; `own`: only rows of its own. */
  const readable = {
    feature: 'everybody',
    package_feature: 'everybody',
    package: 'on offer, or its own',
    subscription: 'own',
    setting: 'the tax on invoices of the platform',
    closure_date: 'everybody',
    signing_key: 'everybody',
    legal_version: 'everybody',
  }
  /** What the platform bills; a tenant adds what it orders itself. */
  const billed = ['platform_invoice', 'platform_invoice_line']
  /** Of which a tenant reads some columns of its own rows, and writes nothing. */
  const told = ['payout', 'payout_adjustment']
  /** Each with a test of its own. */
  const [tickets, visits, credits] = ['sign_in_ticket', 'help_visit', 'credit_entry']
  const books = ['migration', 'migration_lock']

  test('each table is known to this test', async () => {
    const lists = [sharedRows, readable].flatMap(Object.keys)
    const known = [
      ...lists,
      ...hidden,
      ...billed,
      ...told,
      ...books,
      tickets,
      visits,
      credits,
      hanging,
      'entity',
    ]
    expect(await tablesOf('platform')).toEqual(known.sort())
  })

  test.each(hidden)('%s does not exist for it', async (table) => {
    const name = `platform.${table}`
    for (const text of [`select * from ${name}`, `insert into ${name} default values`, `delete from ${name}`])
      expect(await codeOf(here.place.role, text), text).toBe('42501')
  })

  test.each(Object.keys(readable))('%s it may look up and nothing else', async (table) => {
    const name = `platform.${table}`
    expect(await codeOf(here.place.role, `select * from ${name}`)).toMatch(/ rows$/)
    for (const text of [`insert into ${name} default values`, `delete from ${name}`, `truncate ${name}`])
      expect(await codeOf(here.place.role, text), text).toBe('42501')
  })

  test.each(told)(
    'of %s it reads its own rows, without the secrets in them, and changes none',
    async (table) => {
      const name = `platform.${table}`
      const foreign = `where entity_id <> '${here.place.id}'`
      expect(await codeOf(here.place.role, `select id, status from ${name} ${foreign}`)).toBe('0 rows')
      for (const text of [
        `select * from ${name}`,
        'select account_number_sealed from platform.payout',
        `insert into ${name} default values`,
        `update ${name} set status = status`,
        `delete from ${name}`,
      ])
        expect(await codeOf(here.place.role, text), text).toBe('42501')
    },
  )

  test('of the settings of the platform it sees the tax and whom to pay', async () => {
    await withPlatform(here.database.pool, (trx) =>
      sql`insert into platform.setting (key, value) values ('service_tax', '{}'), ('secret', '{}')
        on conflict do nothing`.execute(trx),
    )
    const { rows } = await asRole(here.place.role, 'select key from platform.setting')
    expect(rows).toEqual([{ key: 'service_tax' }])
  })

  test('of the organisations it sees its own, and changes what it says of itself and nothing else', async () => {
    const { role, id } = here.place
    const { rows } = await asRole(role, 'select id from platform.entity')
    expect(rows).toEqual([{ id }])
    expect(await codeOf(role, "update platform.entity set name = 'x'")).toBe('1 rows')
    const columns = [
      'subdomain',
      'status',
      'schema_name',
      'role_name',
      'bank_status',
      'account_number_sealed',
    ]
    for (const column of [...columns, 'bank_changed_at', 'fpx_seller_id', 'custom_domain_off_at', 'id'])
      expect(await codeOf(role, `update platform.entity set ${column} = ${column}`), column).toBe('42501')
    for (const text of [
      'delete from platform.entity',
      'insert into platform.entity (id) values (gen_random_uuid())',
    ])
      expect(await codeOf(role, text), text).toBe('42501')
    const other = await there.read((db) => db.selectFrom('platform.entity').select('name').executeTakeFirst())
    expect(other?.name).not.toBe('x')
  })

  test('what the platform bills it never calls paid, and tickets it never writes', async () => {
    const { role, id: entity_id } = here.place
    await withPlatform(here.database.pool, async (trx) => {
      const sold = { id: newId(), code: 'DINDING', name: 'Dinding' }
      await trx.insertInto('platform.package').values(sold).execute()
      const row = { id: newId(), number: 'PI-W1', entity_id, kind: 'renewal', package_id: sold.id, years: 1 }
      const bill = { issued_on: '2026-01-06', due_on: '2026-01-20', sub_total_sen: 1, total_sen: 1 }
      await trx
        .insertInto('platform.platform_invoice')
        .values({ ...row, ...bill })
        .execute()
    })
    for (const text of [
      "update platform.platform_invoice set status = 'paid'",
      "update platform.platform_invoice set status = 'unpaid'",
      'update platform.platform_invoice set total_sen = 0',
      'update platform.platform_invoice_line set amount_sen = 0',
      ...billed.map((table) => `delete from platform.${table}`),
    ])
      expect(await codeOf(role, text), text).toBe('42501')
    await withPlatform(here.database.pool, (trx) =>
      trx.deleteFrom('platform.platform_invoice').where('number', '=', 'PI-W1').execute(),
    )
    for (const text of [
      'insert into platform.sign_in_ticket default values',
      'delete from platform.sign_in_ticket',
      'update platform.sign_in_ticket set user_id = user_id',
    ])
      expect(await codeOf(role, text), text).toBe('42501')
  })

  test('of packages that are not on offer, subscriptions, bills and tickets it sees its own alone', async () => {
    for (const tenant of [here, there]) {
      const { place } = tenant
      const package_id = await subscribed(tenant, { is_public: false })
      await withPlatform(tenant.database.pool, async (trx) => {
        const invoice_id = newId()
        await trx
          .insertInto('platform.platform_invoice')
          .values({
            ...{ id: invoice_id, number: `WALL-${place.schema}`, entity_id: place.id, package_id },
            ...{ kind: 'renewal', years: 1, issued_on: '2026-01-31', due_on: '2026-02-28' },
            ...{ sub_total_sen: 480_00, total_sen: 480_00 },
          })
          .execute()
        await trx
          .insertInto('platform.platform_invoice_line')
          .values({
            ...{ invoice_id, position: 1, description: place.schema, quantity: 1 },
            ...{ price_sen: 480_00, amount_sen: 480_00 },
          })
          .execute()
        await trx
          .insertInto('platform.sign_in_ticket')
          .values({
            ...{ token_hash: Buffer.from(place.schema), entity_id: place.id, user_id: newId() },
            expires_at: new Date('2026-01-31T00:00:00Z'),
          })
          .execute()
      })
    }
    const seen = [
      'platform.package where not is_public',
      'platform.subscription',
      'platform.platform_invoice',
      'platform.platform_invoice_line',
      'platform.sign_in_ticket',
    ]
    for (const rows of seen)
      expect(await codeOf(here.place.role, `select * from ${rows}`), rows).toBe('1 rows')
    const foreign = `where entity_id <> '${here.place.id}'`
    for (const text of [
      `select * from platform.platform_invoice ${foreign}`,
      `select * from platform.subscription ${foreign}`,
      `select * from platform.sign_in_ticket ${foreign}`,
      `update platform.sign_in_ticket set used_at = now() ${foreign}`,
    ])
      expect(await codeOf(here.place.role, text), text).toBe('0 rows')
  })

  test.each(Object.entries(sharedRows))(
    'in %s it adds, sees and changes rows of its own only',
    async (table, row) => {
      const add = (mark: string) =>
        sql.raw(`insert into platform.${table} (${row.columns}) values (${row.values.replace('%s', mark)})`)
      await here.write((trx) => add(`${table}-here`).execute(trx))
      await there.write((trx) => add(`${table}-there`).execute(trx))

      const seen = await codeOf(here.place.role, `select * from platform.${table}`)
      expect(seen).toBe(row.insertOnly ? '42501' : '1 rows')
      const all = await withPlatform(here.database.pool, async (trx) => {
        const query = sql<{
          entity_id: string
        }>`select entity_id from ${sql.table(`platform.${table}`)} order by 1`
        return (await query.execute(trx)).rows.map(({ entity_id }) => entity_id)
      })
      expect(all).toEqual([here.place.id, there.place.id].sort())

      const foreign = `insert into platform.${table} (entity_id, ${row.columns})
      values ('${there.place.id}', ${row.values.replace('%s', 'foreign')})`
      expect(await codeOf(here.place.role, foreign)).toBe('42501')
      const stolen = `update platform.${table} set entity_id = '${here.place.id}' where entity_id = '${there.place.id}'`
      expect(['42501', '0 rows']).toContain(await codeOf(here.place.role, stolen))
      const removed = `delete from platform.${table} where entity_id = '${there.place.id}'`
      expect(['42501', '0 rows']).toContain(await codeOf(here.place.role, removed))
    },
  )
})
