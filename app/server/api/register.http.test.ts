import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { open } from '#app/domain/core/secrets.ts'
import { endLapsed } from '#app/domain/platform/registrations/change-registration.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts'
import { next } from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { type Client, client } from '#tests/support/product/api.ts'
import { type App, app } from '#tests/support/product/http.ts'
import { salesPackage } from '#tests/support/product/packages.ts'
import { newRegistration } from '#tests/support/product/registration.ts'

const sendRegistrationReceived = handlerOf('registration.received')

let web: App
let database: TestDatabase
let packageId: string
let sandbox: MailSandbox

beforeAll(async () => {
  web = await app()
  database = await testDatabase()
  packageId = await salesPackage(database)
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
})
afterAll(() => sandbox.close())

let address = 10
/** Somebody at an address of their own, so that no test uses up another one's limit. */
function visitor(): Client {
  const ip = `198.51.100.${++address}`
  const handle: App['handle'] = (request) => web.handle(request, { address: ip })
  return client({ ...web, handle })
}

const form = (more: object = {}) => newRegistration({ packageId, subdomain: `melati-${next()}`, ...more })
const register = (body: object, key?: string, who = visitor()) =>
  who.post('entity/register', body, key === undefined ? {} : { 'idempotency-key': key })
const platform = <R>(work: Parameters<typeof withPlatform<R>>[1]) => withPlatform(database.pool, work)
const registrationOf = (subdomain: string) =>
  platform((trx) =>
    trx.selectFrom('platform.entity_registration').selectAll().where('subdomain', '=', subdomain).execute(),
  )

describe('a registration', () => {
  test('waits for an operator with its subdomain, its fees and a mail to its contact', async () => {
    const body = form({ gatewayBrandId: 'brand', gatewaySecret: 'rahsia 9', locale: 'my' })
    const { status, result } = await register(body)
    expect(status).toBe(200)
    expect(result).toMatchObject({ status: 'pending', subdomain: body.subdomain })
    expect(result.reference).toMatch(/^REG-\d\d-\d{6}$/)
    const days = (Date.parse(result.reservedUntil) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThan(30.1)
    const [row] = await registrationOf(body.subdomain)
    expect(row).toMatchObject({
      status: 'pending',
      bank_name: 'Maybank',
      city: 'Ipoh',
      address_line2: null,
    })
    const cell = { place: 'platform', table: 'entity_registration', row: row!.id }
    const opened = (column: 'account_number_sealed' | 'gateway_secret_sealed') =>
      open(web.services.ring, { ...cell, column }, row![column]!)
    expect(opened('account_number_sealed')).toBe('000012345678')
    expect(opened('gateway_secret_sealed')).toBe('rahsia 9')
    const invoice = await platform((trx) =>
      trx
        .selectFrom('platform.platform_invoice')
        .selectAll()
        .where('registration_id', '=', row!.id)
        .executeTakeFirst(),
    )
    expect(invoice).toMatchObject({
      kind: 'registration',
      total_sen: 680_00,
      status: 'unpaid',
      entity_id: null,
    })
    const audit = await platform((trx) =>
      trx
        .selectFrom('platform.audit_log')
        .select(['action', 'after'])
        .where('object_id', '=', row!.id)
        .execute(),
    )
    expect(audit).toMatchObject([
      { action: 'registration.submitted', after: { reference: result.reference } },
    ])
    expect(JSON.stringify(audit) + JSON.stringify(web.log)).not.toMatch(/000012345678|rahsia/)
  })

  test('writes to its contact once, with the reference and no account number', async () => {
    const body = form({ contactEmail: `melati-${next()}@tadika.test` })
    const { result } = await register(body)
    const [row] = await registrationOf(body.subdomain)
    const asked = await platform((trx) =>
      trx
        .selectFrom('platform.outbox')
        .select('payload')
        .where('name', '=', 'registration.received')
        .execute(),
    )
    expect(asked.map(({ payload }) => payload)).toContainEqual({ registration_id: row!.id })
    const tenant = await freshTenant()
    const settings = { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` }
    const tools = { ...jobTools(tenant, 'registration.received', { settings }), withTenant: platform }
    for (let run = 0; run < 2; run++) await sendRegistrationReceived({ registration_id: row!.id }, tools)
    const mails = sandbox.mails().filter(({ to }) => to.includes(body.contactEmail))
    expect(mails).toHaveLength(1)
    const source = (await sandbox.source(mails[0]!.id))!.toString()
    expect(mails[0]!.subject).toContain(result.reference)
    expect(source).not.toContain('12345678')
  })

  test.each([
    ['customDomain', { customDomain: 'portal.melati.test' }],
    [
      'smtp',
      { smtp: { host: 'mail.melati.test', port: 587, senderName: 'Melati', senderEmail: 'a@melati.test' } },
    ],
    ['gatewayBrandId', { gatewayBrandId: 'brand', gatewaySecret: 'rahsia 9' }],
    ['gatewaySecret', { gatewaySecret: 'rahsia 9' }],
  ])('cannot connect by %s what its package lacks', async (field, more) => {
    const small = await salesPackage(database, {}, [])
    const { status, error } = await register(form({ packageId: small, ...more }))
    expect(status).toBe(422)
    expect(Object.keys(error.fields ?? {})).toEqual([field])
    expect((await register(form({ packageId: small }))).status).toBe(200)
  })

  test('with a package that costs nothing has no invoice', async () => {
    const free = await salesPackage(database, { registration_fee_sen: 0, yearly_fee_sen: 0 })
    const body = form({ packageId: free })
    await register(body)
    const [row] = await registrationOf(body.subdomain)
    const owed = await platform((trx) =>
      trx
        .selectFrom('platform.platform_invoice')
        .select('id')
        .where('registration_id', '=', row!.id)
        .execute(),
    )
    expect(owed).toEqual([])
  })

  test('is not made on the host of an organisation', async () => {
    const tenant = await freshTenant()
    expect((await client(web, tenant).post('entity/register', form())).error.code).toBe('NOT_FOUND_CALL')
  })
})

describe('a subdomain', () => {
  test('that somebody has or waits for is taken, also when two ask at once', async () => {
    const tenant = await freshTenant({ subdomain: `kenanga-${next()}` })
    const taken = await register(form({ subdomain: tenant.entity.subdomain }))
    expect([taken.status, taken.error]).toMatchObject([
      409,
      { code: 'DUPLICATE_SUBDOMAIN', message: 'Subdomain already registered. Please choose another.' },
    ])
    const subdomain = `dua-${next()}`
    const both = await Promise.all([
      register(form({ subdomain })),
      register(form({ subdomain: subdomain.toUpperCase() })),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await registrationOf(subdomain)).toHaveLength(1)
  })

  test('is free again after thirty days without a payment, not before and not when it was paid', async () => {
    const age = (subdomain: string) =>
      platform((trx) =>
        trx
          .updateTable('platform.entity_registration')
          .set({ reserved_until: new Date(Date.now() - 1_000) })
          .where('subdomain', '=', subdomain)
          .execute(),
      )
    const lapsing = form()
    await register(lapsing)
    expect((await register(lapsing)).status).toBe(409)
    await age(lapsing.subdomain)
    expect((await register(lapsing)).status).toBe(200)
    const rows = await registrationOf(lapsing.subdomain)
    expect(rows.map(({ status }) => status).sort()).toEqual(['pending', 'rejected'])
    const paid = form()
    await register(paid)
    const [row] = await registrationOf(paid.subdomain)
    await platform((trx) =>
      trx
        .updateTable('platform.platform_invoice')
        .set({ status: 'paid', paid_on: '2026-01-31' })
        .where('registration_id', '=', row!.id)
        .execute(),
    )
    await age(paid.subdomain)
    await platform(endLapsed)
    expect((await registrationOf(paid.subdomain))[0]!.status).toBe('pending')
  })
})

test.each([
  ['subdomain', 'www'],
  ['subdomain', 'x'],
  ['subdomain', 'bank-islam'],
  ['subdomain', '../etc'],
  ['organisationName', undefined],
  ['organisationName', 'x'.repeat(151)],
  ['registrationNumber', '12'],
  ['organisationType', 'bank'],
  ['contactPhone', '0123456789'],
  ['contactEmail', 'melati'],
  ['address', undefined],
  ['bankCode', 'NOBANK'],
  ['bankCode', 'TEST0021'],
  ['accountNumber', '1234'],
  ['accountNumber', 12345678],
  ['accountNumber', '1234-5678'],
  ['agreedTermsVersion', '1999-01'],
  ['agreedTermsVersion', undefined],
  ['customDomain', 'localhost'],
  ['customDomain', '10.0.0.1'],
  ['locale', 'xx'],
  ['status', 'approved'],
  ['reference', 'REG-26-000001'],
  ['reservedUntil', '2099-01-01'],
])('with %s %j is refused by name', async (field, value) => {
  const body = form({ [field]: value })
  const { status, error } = await register(body)
  expect([status, error.code, Object.keys(error.fields!)]).toEqual([422, 'INPUT_INVALID', [field]])
})

test('a package must be there and on offer', async () => {
  expect((await register(form({ packageId: newId() }))).error.code).toBe('NOT_FOUND_PACKAGE')
  for (const given of [{ status: 'inactive' }, { is_public: false }]) {
    const closed = await salesPackage(database, given)
    const { status, error } = await register(form({ packageId: closed }))
    expect([status, error.code, error.message]).toEqual([
      422,
      'ENTITY_REGISTER_FAILED',
      'Registering entity failed. Please check the details and try again.',
    ])
  }
})

test('one visitor registers five times in an hour; refused ones do not count', async () => {
  const who = visitor()
  const statuses = []
  for (let go = 0; go < 3; go++)
    statuses.push((await register(form({ packageId: newId() }), undefined, who)).status)
  for (let go = 0; go < 6; go++) statuses.push((await register(form(), undefined, who)).status)
  expect(statuses).toEqual([404, 404, 404, 200, 200, 200, 200, 200, 429])
})

test('twenty posts with one key are one registration', async () => {
  const body = form()
  const key = newId()
  const who = visitor()
  const insist = async (): Promise<string> => {
    const { status, text } = await register(body, key, who)
    return status === 503 ? insist() : text
  }
  const answers = await Promise.all(Array.from({ length: 20 }, insist))
  expect(new Set(answers).size).toBe(1)
  expect(JSON.parse(answers[0]!).result.subdomain).toBe(body.subdomain)
  expect(await registrationOf(body.subdomain)).toHaveLength(1)
})
