import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { invitedBy } from '#app/domain/identity/passwords/invitation.ts'
import { passwordFits } from '#app/domain/identity/passwords/passwords.ts'
import { writeIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import { findEntity } from '#app/server/routing/site.ts'
import { createTenant } from '#db/command/create.ts'
import { tenantTable } from '#db/command/list.ts'
import { latestTenantVersion } from '#db/migrating/tenant-schema.ts'
import { platformRef } from '#db/pool.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts'
import { countOf } from '#tests/support/database/demo.ts'
import { readAt } from '#tests/support/database/tenant.ts'

const input = {
  subdomain: 'melati',
  name: 'Tadika Melati',
  organisation_type: 'kindergarten',
  contact_email: 'puan@melati.test',
  default_locale: 'my',
} as const

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})

const entityOf = (subdomain: string) => readAt(database, platformRef, (db) => findEntity(db, { subdomain }))

test('a new organisation has its defaults in its language and a superadmin who is invited', async () => {
  const { place, invitation } = await createTenant(database, input)
  expect(invitation).toMatch(/^\/invitation\?token=[\w-]{43}$/)
  const token = invitation!.split('=')[1]!
  expect(await entityOf('melati')).toMatchObject({
    name: 'Tadika Melati',
    default_locale: 'my',
    status: 'active',
  })
  await readAt(database, place, async (db) => {
    const accounts = await db
      .selectFrom('user_account')
      .select(['id', 'email', 'name', 'roles', 'locale', 'status', 'password_hash'])
      .execute()
    expect(accounts).toEqual([
      {
        email: 'puan@melati.test',
        name: 'Tadika Melati',
        roles: ['superadmin'],
        locale: 'my',
        status: 'invited',
        password_hash: null,
        id: accounts[0]!.id,
      },
    ])
    expect(await invitedBy(db, token)).toMatchObject({ user_id: accounts[0]!.id, email: 'puan@melati.test' })
    expect(await db.selectFrom('branch').select(['code', 'name', 'is_hq']).execute()).toEqual([
      { code: 'HQ', name: 'Cawangan utama', is_hq: true },
    ])
    const options = await db
      .selectFrom('payment_option')
      .select(['method', 'status'])
      .orderBy('sort_order')
      .execute()
    expect(options).toEqual([
      { method: 'fpx_b2c', status: 'inactive' },
      { method: 'fpx_b2b1', status: 'inactive' },
      { method: 'cash', status: 'active' },
      { method: 'bank_transfer', status: 'active' },
    ])
    expect(await countOf(db, 'fee_type')).toBe(6)
    const { rows } = await sql<Record<'name' | 'name_en' | 'name_my', string | null>>`
      select fee_type.name, name_en, name_my from fee_type join fee_category on fee_category.id = fee_category_id
      where fee_category.kind = 'tuition' and discountable`.execute(db)
    expect(rows).toEqual([{ name: 'Yuran bulanan', name_en: 'Monthly fee', name_my: null }])
    const audit = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_type', 'object_id', 'after'])
      .where('action', '=', 'entity.created')
      .execute()
    expect(audit).toEqual([
      {
        action: 'entity.created',
        actor_type: 'system',
        object_id: place.id,
        after: { name: 'Tadika Melati', subdomain: 'melati' },
      },
    ])
  })
})

test.each([
  ['tuition', '010'],
  ['school', '010'],
  ['kindergarten', '002'],
  ['nursery', '002'],
] as const)('the fees of a new %s begin with the e-invoice classification %s', async (type, code) => {
  const given = { subdomain: `kelas-${type}`, contact_email: `puan@kelas-${type}.test` }
  const { place } = await createTenant(database, { ...input, ...given, organisation_type: type })
  const found = await readAt(database, place, (db) =>
    db.selectFrom('fee_category').select('einvoice_classification').distinct().execute(),
  )
  expect(found).toEqual([{ einvoice_classification: code }])
})

test('with a seller id it takes FPX, and a password that was given is not repeated', async () => {
  const given = { ...input, subdomain: 'seroja', fpx_seller_id: 'SE00000009', password: 'a long password' }
  const { place, invitation } = await createTenant(database, given)
  expect(invitation).toBeNull()
  await readAt(database, place, async (db) => {
    const { password_hash } = await db
      .selectFrom('user_account')
      .select('password_hash')
      .executeTakeFirstOrThrow()
    expect(await passwordFits('a long password', password_hash)).toBe(true)
    const off = await db
      .selectFrom('payment_option')
      .select('method')
      .where('status', '=', 'inactive')
      .execute()
    expect(off).toEqual([])
  })
})

test('a subdomain that is taken is refused, and nothing changes', async () => {
  await createTenant(database, { ...input, subdomain: 'taken' })
  const before = await entityOf('taken')
  const refused = await createTenant(database, { ...input, subdomain: 'taken', name: 'Other' }).catch(
    (error) => error,
  )
  expect(asRefusal(refused)?.code).toBe('duplicate.subdomain')
  expect(await entityOf('taken')).toEqual(before)
})

test('a seller at FPX that is somebody else’s, or the platform’s own, is refused, and nothing is made', async () => {
  await createTenant(database, { ...input, subdomain: 'seller', fpx_seller_id: 'SE00055501' })
  await withPlatform(database.pool, (trx) =>
    writeIssuer(trx, systemActor, { name: 'Lunas', rate_bp: 0, fpx_seller_id: 'SE00055502' }),
  )
  for (const fpx_seller_id of ['SE00055501', 'SE00055502']) {
    const refused = await createTenant(database, { ...input, subdomain: 'sold', fpx_seller_id }).catch(
      (error) => error,
    )
    expect(asRefusal(refused)?.code).toBe('duplicate.seller_id')
    expect(await entityOf('sold')).toBeUndefined()
  }
})

test('the list is a table, the oldest first', async () => {
  await createTenant(database, { ...input, subdomain: 'listed', name: 'Sekolah Berdaftar' })
  const lines = await tenantTable(database.ownerUrl)
  expect(lines[0]).toMatch(/^subdomain +name +type +status +version +schema +since$/)
  expect(lines[1]).toMatch(/^-+( {2}-+){6}$/)
  const row = lines.find((line) => line.startsWith('listed '))
  expect(row).toMatch(
    new RegExp(
      `^listed +Sekolah Berdaftar +kindergarten +active +${latestTenantVersion} +t_listed_[0-9a-f]{6} +\\d{4}-\\d\\d-\\d\\d$`,
    ),
  )
})

test('the invitation is mailed by the worker of the new organisation', async () => {
  const { place } = await createTenant(database, { ...input, subdomain: 'kenanga' })
  const jobs = await withPlatform(database.pool, (trx) =>
    trx.selectFrom('platform.outbox').select('name').where('entity_id', '=', place.id).execute(),
  )
  expect(jobs).toEqual([{ name: 'invitation.send' }])
})
