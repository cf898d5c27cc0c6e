import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { open } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { newId } from '#db/id.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type Client, clientAs } from '#tests/support/product/api.ts'
import { type App, app, builtServer } from '#tests/support/product/http.ts'

let sandbox: MailSandbox
let web: App
let tenant: Tenant
let chief: Client

beforeAll(databaseForMany)

beforeAll(async () => {
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
  // The demo's own mail server, which an organisation may name there.
  const settings = { ...environment, sandbox: true, sandboxPort: sandbox.smtpPort - 1 }
  const { mailTrier } = await builtServer()
  web = await app({ services: { tryMail: mailTrier(settings) } })
  tenant = await freshTenant()
  chief = await clientAs(web, tenant, 'superadmin')
})
afterAll(() => sandbox.close())

const row = (of = tenant) =>
  of.read((db) =>
    db.selectFrom('platform.entity').selectAll().where('id', '=', of.place.id).executeTakeFirstOrThrow(),
  )

const own = (more: object = {}) => ({
  host: 'localhost',
  port: sandbox.smtpPort,
  senderName: 'Pusat Contoh',
  senderEmail: 'pejabat@contoh.test',
  ...more,
})
const setUp = async (smtp: object | null, who = chief, of = tenant) =>
  who.put('entity/update', { version: (await row(of)).version, smtp })
const status = async (of = tenant) => (await row(of)).smtp_status
const codeTo = async (address: string) => {
  const [mail] = sandbox.mails().filter(({ to }) => to.includes(address))
  const { text } = await PostalMime.parse((await sandbox.source(mail!.id))!)
  return /\b\d{6}\b/.exec(text!)![0]
}

test('a mail server is entered, tried, and trusted once its code has come back', async () => {
  expect((await chief.post('entity/smtp/test', { to: 'saya@contoh.test' })).error).toMatchObject({
    code: 'SMTP_NOT_SETUP',
    message: 'SMTP not setup. Please enter the details of your mail server first.',
  })
  expect((await setUp(own())).result.entity.smtp).toMatchObject({ status: 'entered', hasPassword: false })
  const tried = await chief.post('entity/smtp/test', { to: 'saya@contoh.test' })
  expect(tried.result.status).toBe('tested')
  expect(await status()).toBe('tested')
  const code = await codeTo('saya@contoh.test')
  const wrong = code === '000000' ? '111111' : '000000'
  const refused = await chief.post('entity/smtp/verify', { code: wrong })
  expect([refused.status, refused.error.code, refused.error.message]).toEqual([
    422,
    'SMTP_VERIFY_FAILED',
    'SMTP verification failed. Please check the code, or send yourself another test mail.',
  ])
  expect((await chief.post('entity/smtp/verify', { code })).result).toEqual({ status: 'verified' })
  expect(await status()).toBe('verified')
  expect((await chief.post('entity/smtp/verify', { code })).error.code).toBe('SMTP_VERIFY_FAILED')
  expect(await status()).toBe('verified')
  expect((await setUp(null)).result.entity.smtp).toMatchObject({ status: 'not_setup', host: null })
})

test('five wrong codes end it, and the right one comes too late', async () => {
  const there = await freshTenant()
  const who = await clientAs(web, there, 'admin')
  await setUp(own(), who, there)
  await who.post('entity/smtp/test', { to: 'lima@contoh.test' })
  const code = await codeTo('lima@contoh.test')
  for (let guess = 0; guess < 5; guess++)
    await who.post('entity/smtp/verify', {
      code: String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0'),
    })
  expect(await status(there)).toBe('failed')
  expect((await who.post('entity/smtp/verify', { code })).error.code).toBe('SMTP_VERIFY_FAILED')
})

test('a code of other settings proves nothing', async () => {
  const there = await freshTenant()
  const who = await clientAs(web, there, 'admin')
  await setUp(own(), who, there)
  await who.post('entity/smtp/test', { to: 'lama@contoh.test' })
  await setUp(own({ senderName: 'Lain' }), who, there)
  expect(await status(there)).toBe('entered')
  expect((await who.post('entity/smtp/verify', { code: await codeTo('lama@contoh.test') })).error.code).toBe(
    'SMTP_VERIFY_FAILED',
  )
})

describe('a server that cannot be used', () => {
  test.each([
    ['one inside our network', { host: '127.0.0.1', port: 25 }],
    ['one that only looks public', { host: 'localhost', port: 587 }],
    ['a cloud’s metadata', { host: '169.254.169.254', port: 25 }],
    ['a port that is not for mail', { host: 'localhost', port: 5432 }],
  ])('%s fails alike and tells nothing of itself', async (_, at) => {
    const there = await freshTenant()
    const who = await clientAs(web, there, 'superadmin')
    const entered = await setUp(own(at), who, there)
    // Host names are letters; addresses without names are refused before anything is tried.
    if (entered.status === 422) return expect(Object.keys(entered.error.fields!)).toEqual(['smtp.host'])
    const { status: said, error, text } = await who.post('entity/smtp/test', { to: 'saya@contoh.test' })
    expect([said, error.code, error.message]).toEqual([
      422,
      'SMTP_TEST_FAILED',
      'SMTP test failed. Please check the server, the port, the user name and the password.',
    ])
    expect(text.replace(error.requestId, '')).not.toMatch(/ECONN|refused|public|127\.|5432/)
    expect(await status(there)).toBe('failed')
  })

  test('is tried five times in an hour', async () => {
    const there = await freshTenant()
    const who = await clientAs(web, there, 'superadmin')
    await setUp(own({ port: 5432 }), who, there)
    const codes = []
    for (let go = 0; go < 6; go++)
      codes.push((await who.post('entity/smtp/test', { to: 'a@b.test' })).error.code)
    expect(codes).toEqual([...Array(5).fill('SMTP_TEST_FAILED'), 'RATE_LIMITED'])
  })
})

describe('the password', () => {
  test('is kept sealed, shown nowhere, and asked for again when the server is another', async () => {
    const there = await freshTenant()
    const who = await clientAs(web, there, 'superadmin')
    const login = { username: 'pejabat', password: 'rahsia besar 7' }
    const set = await setUp(own({ host: 'mail.contoh.test', port: 587, ...login }), who, there)
    expect(set.result.entity.smtp).toMatchObject({ hasPassword: true, username: 'pejabat' })
    expect(set.text).not.toContain('rahsia')
    const cell = { place: 'platform', table: 'entity', column: 'smtp_password_sealed', row: there.place.id }
    expect(open(web.services.ring, cell, (await row(there)).smtp_password_sealed!)).toBe('rahsia besar 7')
    const log = await there.read((db) => db.selectFrom('audit_log').selectAll().execute())
    expect(JSON.stringify(log)).not.toContain('rahsia')
    expect(JSON.stringify(web.log)).not.toContain('rahsia')
    const moved = await setUp(
      own({ host: 'mail.orang-lain.test', port: 587, username: 'pejabat' }),
      who,
      there,
    )
    expect([moved.status, Object.keys(moved.error.fields!)]).toEqual([422, ['smtp.password']])
    const renamed = await setUp(
      own({ host: 'mail.contoh.test', port: 587, username: 'pejabat', senderName: 'Lain' }),
      who,
      there,
    )
    expect(renamed.result.entity.smtp).toMatchObject({ hasPassword: true, senderName: 'Lain' })
    const dropped = await setUp(own({ host: 'mail.contoh.test', port: 587 }), who, there)
    expect(dropped.result.entity.smtp.hasPassword).toBe(false)
  })
})

test('of twenty calls at once with one key one mail goes out', async () => {
  const there = await freshTenant()
  const who = await clientAs(web, there, 'superadmin')
  await setUp(own(), who, there)
  const key = newId()
  const send = () => who.post('entity/smtp/test', { to: 'sekali@contoh.test' }, { 'idempotency-key': key })
  const answers = await Promise.all(Array.from({ length: 20 }, send))
  expect(sandbox.mails().filter(({ to }) => to.includes('sekali@contoh.test'))).toHaveLength(1)
  for (const { status: said, error } of answers)
    if (said !== 200) expect([said, error.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS'])
  const [done] = answers.filter(({ status: said }) => said === 200)
  expect((await send()).text).toBe(done!.text)
})

test.each([
  ['smtp/test', { to: 'nobody' }, 'to'],
  ['smtp/test', {}, 'to'],
  ['smtp/test', { to: 'a@b.test\r\nBcc: c@d.test' }, 'to'],
  ['smtp/test', { to: 'a@b.test', cc: 'c@d.test' }, 'cc'],
  ['smtp/verify', { code: '12345' }, 'code'],
  ['smtp/verify', { code: 123456 }, 'code'],
])('entity/%s with %j is refused by name', async (call, body, field) => {
  const { status: said, error } = await chief.post(`entity/${call}`, body)
  expect([said, error.code, Object.keys(error.fields!)]).toEqual([422, 'INPUT_INVALID', [field]])
})
