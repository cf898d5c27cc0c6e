import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequestListener } from '@mjackson/node-fetch-server'
import pino from 'pino'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { proveByConfirmCode, reachesOf, requestConfirmCode } from '#app/domain/identity/codes/confirm-code.ts'
import { requestSignInCode, signInByPhone } from '#app/domain/identity/codes/phone-sign-in.ts'
import { type Environment, environment } from '#app/environment.ts'
import { createMailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { createSmsSandbox, type SmsSandbox } from '#app/integrations/sms/sandbox/sandbox.ts'
import { gsmLength } from '#app/integrations/sms/segments.ts'
import { newId } from '#db/id.ts'
import { user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { forgetCounts, newPhone, phoneOwner } from '#tests/support/people/codes.ts'
import { refusingPort } from '#tests/support/run/refusing-port.ts'
import { sendCode } from './codes.ts'

let tenant: Tenant
let sandbox: SmsSandbox
let server: Server
const lines: string[] = []

beforeAll(async () => {
  tenant = await freshTenant({ nametag: 'SINAR' })
  sandbox = await createSmsSandbox({ folder: `${environment.dataDir}/sms` })
  server = createServer(createRequestListener((request) => sandbox.handle(request)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => forgetCounts(tenant))

/** Asks for a code; `run` is one run of the job that sends it. */
async function asked(phone: string, channel: 'sms' | 'whatsapp' = 'sms', locale = 'en', at = tenant) {
  await forgetCounts(at)
  const { pending } = await requestSignInCode(at.write, { phone, channel, locale, ip: '192.0.2.1' })
  const { id: code_id } = await at.read((db) =>
    db
      .selectFrom('one_time_code')
      .select('id')
      .where('address', '=', phone)
      .where('replaced_at', 'is', null)
      .executeTakeFirstOrThrow(),
  )
  const run = async (settings: Partial<Environment> = {}) => {
    const sandboxPort = (server.address() as AddressInfo).port
    const tools = jobTools(at, 'code.send', { settings: { sandboxPort, ...settings } })
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    return sendCode({ code_id }, { ...tools, log })
  }
  const received = () => sandbox.messages().filter(({ to }) => `+${to}` === phone)
  const come = (code: string) =>
    signInByPhone(
      at.write,
      keyringOf(environment.appKey),
      { ...systemActor, type: 'guest' },
      { pending, code },
    )
  return { run, received, come }
}
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)![0]

describe('the code', () => {
  test.each(['sms', 'whatsapp'] as const)(
    'comes by %s, says who writes, and lets its person in',
    async (channel) => {
      const { phone, id } = await phoneOwner(tenant)
      const { run, received, come } = await asked(phone, channel, 'my')
      await run()
      const [message, ...others] = received()
      expect(others).toEqual([])
      expect(message).toMatchObject({ channel })
      expect(message!.text).toMatch(
        channel === 'sms' ? /^RM0 \[SINAR\] Kod \d{6}, sah 5 minit\./ : /^\[SINAR\] Kod \d{6},/,
      )
      expect(gsmLength(message!.text)).toBeLessThanOrEqual(153)
      expect(await come(codeIn(message!.text))).toBe(id)
      // Six digits may also be those of a moment or an id.
      const logged = lines.join().replaceAll(/"time":\d+|[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
      expect(logged).not.toContain(codeIn(message!.text))
      expect(lines.join()).not.toContain(phone.slice(1))
    },
  )

  test('is another one each time, with all six digits', async () => {
    const codes = new Set<string>()
    const { phone } = await phoneOwner(tenant)
    for (let n = 0; n < 8; n++) {
      const { run, received } = await asked(phone)
      await run()
      codes.add(codeIn(received()[0]!.text))
    }
    expect(codes.size).toBe(8)
  })

  test('is sent once, however often its job runs', async () => {
    const { phone } = await phoneOwner(tenant)
    const { run, received } = await asked(phone)
    await Promise.all([run(), run(), run()])
    await run()
    expect(received()).toHaveLength(1)
  })

  test('goes to nobody who is unknown, and not when it was replaced', async () => {
    const unknown = newPhone()
    const nobody = await asked(unknown)
    await nobody.run()
    expect(nobody.received()).toEqual([])
    const { phone } = await phoneOwner(tenant)
    const first = await asked(phone)
    const second = await asked(phone)
    await first.run()
    expect(second.received()).toEqual([])
    await second.run()
    expect(second.received()).toHaveLength(1)
  })
})

test('by mail it comes from the organisation and says what it is for', async () => {
  const mails = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
  onTestFinished(() => mails.close())
  const { id: user_id } = await tenant.write((trx) => user(trx, { phone: null, email: 'surat@school.test' }))
  const [reach] = await tenant.read((db) => reachesOf(db, user_id, ['sms']))
  const session_id = newId()
  const asker = {
    user_id,
    session_id,
    reaches: [reach!],
    channel: 'email',
    locale: 'my',
    ip: '192.0.2.1',
  } as const
  const { pending } = await requestConfirmCode(tenant.write, asker)
  const { id: code_id } = await tenant.read((db) =>
    db.selectFrom('one_time_code').select('id').where('user_id', '=', user_id).executeTakeFirstOrThrow(),
  )
  const settings = { smtpUrl: `smtp://127.0.0.1:${mails.smtpPort}` }
  await sendCode({ code_id }, jobTools(tenant, 'code.send', { settings }))
  const [mail] = mails.mails()
  expect(mail).toMatchObject({ to: ['surat@school.test'], subject: `Kod anda untuk ${tenant.entity.name}` })
  const { text = '' } = await PostalMime.parse((await mails.source(mail!.id))!)
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Dengan kod ini anda mengesahkan identiti anda')
  const person = { kind: 'user', id: user_id, ip: '192.0.2.1', user_agent: null } as const
  const ring = keyringOf(environment.appKey)
  await proveByConfirmCode(tenant.write, ring, person, { session_id, pending, code: codeIn(text) })
})

describe('a gateway in trouble', () => {
  test('that did not take it is asked again, and the code of that run is the one that counts', async () => {
    const { phone, id } = await phoneOwner(tenant)
    const { run, received, come } = await asked(phone)
    await expect(run({ sandboxPort: await refusingPort() })).rejects.toThrow('message')
    expect(received()).toEqual([])
    await run()
    expect(await come(codeIn(received()[0]!.text))).toBe(id)
  })

  test.each(['91', '93'])('that says no (%s) makes the job come again', async (end) => {
    const { phone } = await phoneOwner(tenant, { phone: `+601812345${end}` })
    const { run, received } = await asked(phone)
    await expect(run()).rejects.toThrow('message')
    expect(received()).toEqual([])
  })

  test.each(['92', '96'])(
    'that may have taken it, or knows the number to be none (%s), is not asked again',
    async (end) => {
      const { phone } = await phoneOwner(tenant, { phone: `+601812345${end}` })
      const { run } = await asked(phone)
      await run()
      const before = sandbox.messages().length
      await run()
      expect(sandbox.messages()).toHaveLength(before)
    },
  )

  test('that is not there at all is a failed job, which the operator sees', async () => {
    const { phone } = await phoneOwner(tenant)
    const { run } = await asked(phone)
    await expect(run({ sandbox: false })).rejects.toMatchObject({ failure: 'not_set' })
  })
})

describe('money', () => {
  test('the budget of the day is one for all organisations, of which none has more than it leaves', async () => {
    const other = await freshTenant()
    const codes = []
    for (const at of [tenant, tenant, tenant, tenant, other, other, other])
      codes.push(await asked((await phoneOwner(at)).phone, 'sms', 'en', at))
    await forgetCounts(tenant)
    for (const { run } of codes) await run({ messagesPerDay: 4 })
    expect(codes.map(({ received }) => received().length)).toEqual([1, 1, 0, 0, 1, 0, 0])
    expect(lines.join()).toContain('no more messages today')
  })

  test('a code that was not sent is none that could be guessed', async () => {
    const { phone } = await phoneOwner(tenant)
    const { run } = await asked(phone)
    await run({ messagesPerDay: 0 })
    const { code_mac } = await tenant.read((db) =>
      db
        .selectFrom('one_time_code')
        .select('code_mac')
        .where('address', '=', phone)
        .executeTakeFirstOrThrow(),
    )
    expect(code_mac).toBeNull()
  })

  test('a budget of nothing sends nothing', async () => {
    const { phone } = await phoneOwner(tenant)
    const { run, received } = await asked(phone)
    await run({ messagesPerDay: 0 })
    expect(received()).toEqual([])
  })
})
