import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { flashCookie } from '#app/server/http/cookies.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { mailsTo, paidInvoice } from '#tests/support/jobs/mails.ts'
import { pseudo, withPseudoLanguage } from '#tests/support/pages/pseudo-language.ts'
import { newSession } from '#tests/support/product/http.ts'

/** A third language is files only: the product as it was built, run in a folder that has one folder more. */
let root: string
let child: ChildProcess
let port: number
let sandbox: MailSandbox
let tenant: Tenant
const said: string[] = []

beforeAll(async () => {
  root = withPseudoLanguage('xx', { name: 'Pšéûdô', tag: 'fr-MY' }, ['flash'])
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
  tenant = await freshTenant()
  const { appUrl } = await testDatabase()
  const file = resolve('tests/third-language.fixture.ts')
  child = spawn(
    process.execPath,
    ['--import', 'tsx', '--import', resolve('app/start/end-with-parent.ts'), file],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        APP_ENV: 'test',
        NODE_ENV: 'production',
        TZ: 'UTC',
        TSX_TSCONFIG_PATH: resolve('tsconfig.json'),
        APP_DATABASE_URL: appUrl,
        MAIN_HOST: 'localhost:3000',
        DATA_DIR: environment.dataDir,
        SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
      },
    },
  )
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (words: string) => said.push(words))
  port = await vi.waitFor(
    () => {
      const [, told] = /port (\d+)/.exec(said.join('')) ?? []
      if (!told) throw new Error(`it has not begun: ${said.join('')}`)
      return Number(told)
    },
    { timeout: 300_000, interval: 100 },
  )
})

afterAll(async () => {
  if (child?.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await sandbox?.close()
  if (root) rmSync(root, { recursive: true, force: true })
})

async function get(host: string, path: string, headers: Record<string, string> = {}) {
  const asked = request({
    port,
    path,
    host: '127.0.0.1',
    headers: { host: `${host}:3000`, ...headers },
  }).end()
  const [response] = await once(asked, 'response')
  return {
    status: response.statusCode as number,
    html: await text(response),
    cookies: response.headers['set-cookie'],
  }
}
const french = { 'accept-language': 'fr-FR,fr;q=0.9' }

test('browsers that ask for it get it, on both kinds of host and where no page is', async () => {
  for (const [host, path] of [
    [tenant.host, '/login'],
    ['localhost', '/admin/login'],
    [tenant.host, '/nowhere'],
    ['nobody.localhost', '/'],
  ] as const) {
    const { html } = await get(host, path, french)
    expect(html, path).toMatch(/<html lang="fr-MY"/)
    expect(html, path).toMatch(/~~~/)
  }
  expect((await get(tenant.host, '/login', french)).html).toContain(pseudo('Sign in'))
})

test('the switch offers it by its own name, and remembers it', async () => {
  const { html } = await get(tenant.host, '/login', { 'accept-language': 'en' })
  expect(html).toMatch(/<a href="\/language\/xx\?to=[^"]*" lang="fr-MY">Pšéûdô<\/a>/)
  const { cookies } = await get(tenant.host, '/language/xx?to=/login')
  const chosen = await get(tenant.host, '/login', { cookie: cookies![0]!.split(';')[0]! })
  expect(chosen.html).toMatch(/<html lang="fr-MY"/)
  expect(chosen.html).toMatch(/lang="en-MY"[^>]*>English</)
  expect(chosen.html).toMatch(/lang="ms-MY"[^>]*>Bahasa Melayu</)
})

test('somebody whose language it is reads lists in it; what nobody translated is English', async () => {
  const owner = await tenant.actor('superadmin')
  const { token, row } = newSession()
  await tenant.write(async (trx) => {
    await trx
      .insertInto('session')
      .values({ ...row, user_id: owner.id })
      .execute()
    await trx.updateTable('user_account').set({ locale: 'xx' }).where('id', '=', owner.id).execute()
  })
  const cookie = `lunas=${token}`
  const list = await get(tenant.host, '/category', { cookie })
  expect(list.html).toContain(pseudo('No [nouns] yet').replace('[nouns]', 'çátégôŕîéš'))
  expect((await get(tenant.host, '/setting/label', { cookie })).html).toContain(
    'href="/setting/label?locale=xx"',
  )
  const flash = await flashCookie.serialize({ tone: 'success', key: 'password_changed', values: {} })
  const told = await get(tenant.host, '/category', {
    cookie: `${cookie}; ${flash.split(';')[0]}`,
  })
  expect(told.html).toContain('Your password was changed. Everywhere else you have been signed out.')
})

test('the worker writes mails and PDFs in it', async () => {
  const { id, number } = await paidInvoice(
    tenant,
    { payer_email: 'parent@family.test' },
    { preferred_locale: 'xx' },
  )
  await tenant.write((trx) => enqueue(trx, 'receipt.send', { payment_id: id }))
  const mail = await vi.waitFor(
    async () => {
      const [mail] = await mailsTo(sandbox, 'parent@family.test')
      if (!mail) throw new Error(`no mail has come: ${said.join('')}`)
      return mail
    },
    { timeout: 300_000, interval: 200 },
  )
  expect(mail.subject).toMatch(new RegExp(`^Páýméñt ŕéçéîvéd: .* \\(${number}\\) ~+$`))
  expect(mail.html).toContain('lang="fr-MY"')
  expect(mail.pdf.text).toMatch(/Ŕéçéîvéd wîth tháñkš ~~~/)
})
