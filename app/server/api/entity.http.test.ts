import { beforeAll, describe, expect, test } from 'vitest'
import { type Role, roles } from '#app/domain/core/access/access.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type Client, client, clientAs } from '#tests/support/product/api.ts'
import { type App, app } from '#tests/support/product/http.ts'
import { subscribed } from '#tests/support/product/packages.ts'

let web: App
let tenant: Tenant
let admin: Client

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  await subscribed(tenant, { features: ['invoicing', 'fpx', 'label_override'] })
  admin = await clientAs(web, tenant, 'superadmin')
})

const entityRow = () =>
  tenant.read((db) =>
    db.selectFrom('platform.entity').selectAll().where('id', '=', tenant.place.id).executeTakeFirstOrThrow(),
  )
const version = async () => (await entityRow()).version

describe('before anybody has signed in', () => {
  test('a client learns where it is, on either host', async () => {
    const here = await client(web, tenant).post('entity/init', {}, { 'accept-language': 'ms' })
    expect(here.result).toMatchObject({
      host: 'tenant',
      locale: 'my',
      features: ['fpx', 'invoicing', 'label_override'],
    })
    expect(here.result.entity.name).toBe(tenant.entity.name)
    const main = await client(web).post('entity/init', {})
    expect(main.result).toMatchObject({ host: 'main', entity: null, features: [], locale: 'en' })
  })

  test('the public part is what stands on public pages', async () => {
    const { result } = await client(web, tenant).get('entity/public')
    expect(Object.keys(result.entity).sort()).toEqual(publicFields)
    expect((await client(web).get('entity/public')).error.code).toBe('NOT_FOUND_CALL')
  })
})

const publicFields = [
  'background',
  'contactEmail',
  'contactPhone',
  'customDomain',
  'defaultLocale',
  'headerBanner',
  'labels',
  'logo',
  'name',
  'openingHours',
  'organisationType',
  'paymentOptions',
  'subdomain',
  'themeColour',
]

test.each(roles)('what a %s sees of the organisation', async (role: Role) => {
  const { result } = await (await clientAs(web, tenant, role)).get('entity/view')
  const isManager = role === 'superadmin' || role === 'admin'
  const shown = publicFields.filter((field) => field !== 'paymentOptions')
  const more = [
    ...(role === 'parent' ? [] : ['profile']),
    ...(isManager ? ['bank', 'smtp', 'subscription'] : []),
  ]
  expect(Object.keys(result.entity).sort()).toEqual(['branches', 'id', ...shown, ...more].sort())
  if (!isManager) expect(JSON.stringify(result).match(/"[^"]*(?:sen|fee|credit)[^"]*":/gi)).toBe(null)
})

test('nothing secret and no whole account number leaves', async () => {
  const { text } = await admin.get('entity/view')
  const row = await entityRow()
  expect(text).not.toContain('sealed')
  expect(text).not.toContain(row.schema_name)
  expect(text).not.toContain('fpx')
})

describe('a change', () => {
  test('of one field leaves the rest, raises the version and is written down', async () => {
    const before = await entityRow()
    const { status, result } = await admin.put('entity/update', {
      version: before.version,
      contactName: 'Puan Baharu',
    })
    expect(status).toBe(200)
    expect(result.entity.profile).toMatchObject({ contactName: 'Puan Baharu', version: before.version + 1 })
    const { contact_name, version, updated_at, ...rest } = await entityRow()
    expect(contact_name).toBe('Puan Baharu')
    expect(before).toMatchObject(rest)
    const [audit] = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .selectAll()
        .where('action', '=', 'entity.edited')
        .orderBy('position', 'desc')
        .execute(),
    )
    expect(audit).toMatchObject({
      before: { contact_name: 'Puan Contoh' },
      after: { contact_name: 'Puan Baharu' },
    })
  })

  test('is seen by the next request, also where the organisation is remembered', async () => {
    const remembering = await app({ rememberMs: 60_000 })
    const { sites } = remembering.services
    const chief = await clientAs(remembering, tenant, 'superadmin')
    const name = async () => {
      const site = await sites.of(tenant.host)
      return site?.side === 'tenant' && site.entity.name
    }
    expect(await name()).toBe(tenant.entity.name)
    await chief.put('entity/update', { version: await version(), name: 'Pusat Bernama Baharu' })
    expect(await name()).toBe('Pusat Bernama Baharu')
  })

  test('of an older version is refused and changes nothing', async () => {
    const before = await entityRow()
    const { status, error } = await admin.put('entity/update', { version: before.version - 1, name: 'Lain' })
    expect([status, error.code]).toEqual([409, 'VERSION_CONFLICT'])
    expect(await entityRow()).toEqual(before)
  })

  test.each(['accountNumber', 'accountName', 'bankName', 'bankCode'])(
    'of %s is not made here, however it comes',
    async (field) => {
      const before = await entityRow()
      for (const value of ['1234567890', null, { a: 1 }]) {
        const { status, error } = await admin.put('entity/update', {
          version: before.version,
          [field]: value,
        })
        expect([status, error.code]).toEqual([403, 'ACTION_NOT_ALLOWED'])
        expect(Object.keys(error.fields!)).toEqual([field])
      }
      expect(await entityRow()).toEqual(before)
    },
  )

  test('takes an address whole', async () => {
    const address = { line1: '1, Jalan Contoh', city: 'Shah Alam', state: 'Selangor', postcode: '40000' }
    const { result } = await admin.put('entity/update', { version: await version(), address })
    expect(result.entity.profile.address).toEqual({ ...address, line2: null, line3: null, country: 'MY' })
    const half = await admin.put('entity/update', { version: await version(), address: { city: 'Ipoh' } })
    expect(Object.keys(half.error.fields!).sort()).toEqual([
      'address.line1',
      'address.postcode',
      'address.state',
    ])
  })

  test.each([
    ['name', 'x'],
    ['name', 'two\nlines'],
    ['name', 'y'.repeat(151)],
    ['name', null],
    ['name', 7],
    ['registrationNumber', '123'],
    ['nametag', 'too long a tag'],
    ['contactPhone', '0123456789'],
    ['contactEmail', 'nobody'],
    ['openingHours', 'x'.repeat(201)],
    ['openingHours', 'Isnin\nSelasa'],
    ['themeColour', 'red'],
    ['defaultLocale', 'xx'],
    ['taxRegistered', 'yes'],
    ['academicYearStartMonth', 13],
    ['sstNumber', 'z'.repeat(36)],
    ['address', 'Jalan'],
    ['subdomain', 'other'],
    ['status', 'inactive'],
    ['fpxSellerId', 'SE00000001'],
    ['id', '0198f000-0000-7000-8000-000000000000'],
  ])('with %s %j is refused by name', async (field, value) => {
    const before = await entityRow()
    const { status, error } = await admin.put('entity/update', { version: before.version, [field]: value })
    expect([status, error.code]).toEqual([422, 'INPUT_INVALID'])
    expect(Object.keys(error.fields!)).toEqual([field])
    expect(await entityRow()).toEqual(before)
  })

  test.each(roles.filter((role) => role !== 'superadmin' && role !== 'admin'))(
    'is refused to a %s',
    async (role) => {
      const person = await clientAs(web, tenant, role)
      const { status, error } = await person.put('entity/update', { version: 1, name: 'Milik Saya' })
      expect([status, error.code]).toEqual([403, 'ACTION_NOT_ALLOWED'])
    },
  )
})

describe('branches', () => {
  test('are those that the role reaches', async () => {
    const other = await tenant.write((trx) =>
      trx
        .insertInto('branch')
        .values({ id: '0198f000-0000-7000-8000-00000000000b', code: 'B2', name: 'Cawangan Dua' })
        .returning('code')
        .executeTakeFirstOrThrow(),
    )
    const codes = async (role: Role) => {
      const { result } = await (await clientAs(web, tenant, role)).get('entity/branch')
      return result.branches.map((branch: { code: string }) => branch.code)
    }
    expect(await codes('admin')).toEqual(['HQ', other.code])
    expect(await codes('clerk')).toEqual(['HQ'])
    expect(await codes('trainer')).toEqual([])
    expect(await codes('parent')).toEqual([])
  })
})

test('own words are saved for one language and told to everybody', async () => {
  const labels = { student: { one: 'pelajar tahfiz', other: 'para pelajar tahfiz' } }
  const { result } = await admin.put('entity/label', { locale: 'my', labels })
  expect(result).toMatchObject({ labels: { my: labels }, version: expect.any(Number) })
  expect((await client(web, tenant).get('entity/public')).result.entity.labels).toEqual({ my: labels })
  expect((await admin.put('entity/label', { locale: 'my', labels, version: 99 })).error.code).toBe(
    'VERSION_CONFLICT',
  )
  const wrong = await admin.put('entity/label', { locale: 'my', labels: { refusal: { one: 'x' } } })
  expect(Object.keys(wrong.error.fields!)).toEqual(['labels.refusal'])
  expect(
    (await (await clientAs(web, tenant, 'clerk')).put('entity/label', { locale: 'my', labels })).status,
  ).toBe(403)
})
