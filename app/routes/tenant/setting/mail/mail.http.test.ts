import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser, builtServer } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'

let sandbox: MailSandbox
let web: App
const { mailTrier } = await builtServer()
const trier = (smtpPort: number, stepMs?: number) =>
  mailTrier({ ...environment, sandbox: true, sandboxPort: smtpPort - 1 }, stepMs ? { stepMs } : undefined)

beforeAll(databaseForMany)
beforeAll(async () => {
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail-pages` })
  web = await app({ services: { tryMail: trier(sandbox.smtpPort) } })
})
afterAll(() => sandbox.close())

const row = (of: Tenant) =>
  of.read((db) =>
    db.selectFrom('platform.entity').selectAll().where('id', '=', of.place.id).executeTakeFirstOrThrow(),
  )
const typed = async (of: Tenant, more: Record<string, string> = {}) => ({
  ...{ host: 'localhost', port: String(sandbox.smtpPort), sender_name: 'Pusat Contoh' },
  ...{ sender_email: 'pejabat@contoh.test', version: String((await row(of)).version), ...more },
})
const enter = async (who: Browser, of: Tenant, more: Record<string, string> = {}) =>
  who.post('/setting/mail/edit', await typed(of, more))
const page = async (who: Browser, path = '/setting/mail') => (await who.get(path)).text()
const codeTo = async (address: string) => {
  const [mail] = sandbox.mails().filter(({ to }) => to.includes(address))
  const { text } = await PostalMime.parse((await sandbox.source(mail!.id))!)
  return /\b\d{6}\b/.exec(text!)![0]
}

test('from nothing to a verified server, and back', async () => {
  const there = await freshTenant()
  const who = await web.signedInAs(there, 'admin')
  expect(await page(who)).toContain('No mail server of your own is set up')
  expect(await enter(who, there)).toRedirectTo('/setting/mail')
  expect(await page(who)).toContain('unusual for mail')
  expect(await who.post('/setting/mail/test', { to: 'saya@contoh.test' })).toRedirectTo(
    '/setting/mail/verify',
  )
  expect((await row(there)).smtp_status).toBe('tested')
  const code = await codeTo('saya@contoh.test')
  const wrong = await who.post('/setting/mail/verify', { code: code === '000000' ? '111111' : '000000' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('SMTP verification failed')
  const gap = `${code.slice(0, 3)} ${code.slice(3)}`
  expect(await who.post('/setting/mail/verify', { code: gap })).toRedirectTo('/setting/mail')
  expect(await page(who)).toContain('Your mail goes out by your own server')
  const { version } = await row(there)
  expect(await who.post('/setting/mail/remove', { version: String(version - 1) })).toRedirectTo(
    '/setting/mail',
  )
  expect((await row(there)).smtp_status).toBe('verified')
  await who.post('/setting/mail/remove', { version: String(version) })
  expect(await row(there)).toMatchObject({ smtp_status: 'not_setup', smtp_host: null, smtp_tried_at: null })
})

test('the password is written, kept since a time, never read, asked for again elsewhere, and cleared', async () => {
  const there = await freshTenant()
  const who = await web.signedInAs(there, 'superadmin')
  const secret = 'rahsia besar 7'
  const at = { host: 'mail.contoh.test', port: '587', username: 'pejabat' }
  expect(await enter(who, there, { ...at, smtp_password: secret })).toRedirectTo('/setting/mail')
  const kept = await row(there)
  expect(kept.smtp_password_at).toBeInstanceOf(Date)
  const shown = (await page(who)) + (await page(who, '/setting/mail/edit'))
  expect(shown).toContain('Kept since')
  expect(shown).not.toContain(secret)
  const moved = await enter(who, there, { ...at, host: 'mail.lain.test' })
  expect([moved.status, await moved.text()]).toEqual([
    422,
    expect.stringContaining('type the password again'),
  ])
  const wrong = await enter(who, there, { ...at, port: 'lima', smtp_password: secret })
  const back = await wrong.text()
  expect([wrong.status, back.includes('mail.contoh.test'), back.includes(secret)]).toEqual([422, true, false])
  const alone = await enter(who, there, { ...at, username: '', smtp_password: secret })
  expect(alone.status).toBe(422)
  await enter(who, there, { ...at, clear_password: 'on' })
  expect(await row(there)).toMatchObject({ smtp_password_sealed: null, smtp_password_at: null })
})

test('five wrong codes end it, and the page says so', async () => {
  const there = await freshTenant()
  const who = await web.signedInAs(there, 'admin')
  await enter(who, there)
  await who.post('/setting/mail/test', { to: 'lima@contoh.test' })
  const code = Number(await codeTo('lima@contoh.test'))
  for (let guess = 1; guess <= 5; guess++)
    await who.post('/setting/mail/verify', { code: String((code + guess) % 1_000_000).padStart(6, '0') })
  expect(await row(there)).toMatchObject({ smtp_status: 'failed', smtp_failure: 'code' })
  expect(await page(who)).toContain('The code was wrong five times')
})

describe('a server that does not work says why', () => {
  const fails = async (at: Record<string, string>, tryMail = web.services.tryMail) => {
    const there = await freshTenant()
    const own = await app({ services: { tryMail } })
    const who = await own.signedInAs(there, 'superadmin')
    await enter(who, there, at)
    const answer = await who.post('/setting/mail/test', { to: 'saya@contoh.test' })
    const text = await answer.text()
    expect([answer.status, text.includes('SMTP test failed')]).toEqual([422, true])
    expect((await row(there)).smtp_status).toBe('failed')
    return text
  }
  /** One on a port of its own, that talks as it is told. */
  async function standing(talk: Parameters<typeof createServer>[1], work: (port: number) => Promise<void>) {
    const server: Server = createServer(talk!).listen(0, '127.0.0.1')
    await once(server, 'listening')
    await work((server.address() as AddressInfo).port)
    server.close()
  }

  test('at a port that is not for mail', async () => {
    expect(await fails({ port: '5432' })).toContain('25, 465, 587 or 2525 only')
  })
  test('inside a network', async () => {
    const text = await fails({ port: '587' })
    expect(text).toContain('leads to an address inside a network')
  })
  test('that is no mail server', async () => {
    const nonsense = (socket: import('node:net').Socket) => {
      socket.on('error', () => {})
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    }
    await standing(nonsense, async (port) => {
      expect(await fails({ port: String(port) }, trier(port))).toContain('no mail server. Please check')
    })
  })
  test('that hangs', async () => {
    const open = new Set<import('node:net').Socket>()
    await standing(
      (socket) => {
        open.add(socket.on('error', () => {}))
      },
      async (port) => {
        expect(await fails({ port: String(port) }, trier(port, 200))).toContain('answered too slowly')
        for (const socket of open) socket.destroy()
      },
    )
  })
  test('where nobody answers', async () => {
    let gone = 0
    await standing(
      () => {},
      async (port) => {
        gone = port
      },
    )
    expect(await fails({ port: String(gone) }, trier(gone))).toContain('Nothing answers')
  })
})
