import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { withPlatform } from '#db/with-tenant.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { type Accounts, openAccounts } from '#tests/support/people/accounts.ts'
import { forgetCounts, giveCode, newPhone, phoneOwner } from '#tests/support/people/codes.ts'
import { answered } from '#tests/support/people/sign-in.ts'
import { app, type Browser, mainHost, newOperator, productPool } from '#tests/support/product/http.ts'

let web: Accounts['web']
let tenant: Accounts['tenant']
let person: Accounts['person']
beforeAll(async () => {
  ;({ web, tenant, person } = await openAccounts({ name: 'Sekolah Mutiara', subdomain: 'mutiara' }))
})
beforeEach(() => forgetCounts(tenant))

const onPlatform: Tenant['write'] = (work) => withPlatform(tenant.database.pool, work)

/** Asks for a code by phone and gets as far as the page that takes it. */
async function asked(browser: Browser, phone: string, to = '') {
  const answer = await browser.post('/login/phone', { phone, channel: 'sms', to })
  expect(answer).toRedirectTo(`/login/phone/code${to ? `?to=${encodeURIComponent(to)}` : ''}`)
}

describe('signing in by phone', () => {
  test('a number, a code, and on to where one wanted to go', async () => {
    const { phone } = await phoneOwner(tenant)
    const browser = web.visitor(tenant)
    await asked(browser, `0${phone.slice(3, 5)}-${phone.slice(5)}`, '/invoice?status=unpaid')
    const page = await (await browser.get('/login/phone/code')).text()
    for (const piece of ['autoComplete="one-time-code"', 'SMS', '5 minutes', 'after 60 seconds'])
      expect(page).toContain(piece)
    await tenant.write((trx) => giveCode(trx, phone))
    const answer = await browser.post('/login/phone/code', { code: '271 828', to: '/invoice?status=unpaid' })
    expect(answer).toRedirectTo('/invoice?status=unpaid')
    expect(browser.cookies.has('pending')).toBe(false)
    expect((await browser.get('/invoice')).status).toBe(200)
  })

  test('a wrong code says so and is not shown again; a browser that never asked cannot try', async () => {
    const { phone } = await phoneOwner(tenant)
    const browser = web.visitor(tenant)
    await asked(browser, phone)
    const wrong = await browser.post('/login/phone/code', { code: '000000' })
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('OTP is invalid')
    const stranger = web.visitor(tenant)
    expect(await stranger.post('/login/phone/code', { code: '271828' })).toRedirectTo('/login/phone')
    expect(await (await stranger.get('/login/phone')).text()).toContain('Logging in failed')
  })

  test('another code after a minute, not before', async () => {
    const { phone } = await phoneOwner(tenant)
    const browser = web.visitor(tenant)
    await asked(browser, phone)
    await browser.post('/login/phone/again')
    expect(await (await browser.get('/login/phone/code')).text()).toContain('Please wait a minute')
    await forgetCounts(tenant)
    const before = browser.cookies.get('pending')
    await browser.post('/login/phone/again')
    expect(browser.cookies.get('pending')).not.toBe(before)
    expect(await (await browser.get('/login/phone/code')).text()).toContain('Another code is on its way')
  })

  test('the cookie of the browser is for the server alone', async () => {
    const answer = await web.visitor(tenant).post('/login/phone', { phone: newPhone(), channel: 'sms' })
    expect(answer.headers.get('set-cookie')).toMatch(/^pending=[^;]+; .*HttpOnly.*SameSite=Lax/)
  })

  test.each(['03-1234 5678', '+65 9123 4567', 'abc', ''])('%s is no mobile number', async (phone) => {
    const answer = await web.visitor(tenant).post('/login/phone', { phone, channel: 'sms' })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toMatch(/Malaysian mobile number|fill this in/)
  })
})

describe('S9: an answer never tells who has an account', () => {
  const inactive = (email: string) => person({ email, status: 'inactive' })

  test('asking for a code', async () => {
    const known = (await phoneOwner(tenant)).phone
    const off = (await phoneOwner(tenant, { status: 'inactive' })).phone
    const answers = []
    for (const phone of [known, newPhone(), off]) {
      await forgetCounts(tenant)
      const browser = web.visitor(tenant)
      const first = await answered(await browser.post('/login/phone', { phone, channel: 'sms' }))
      const page = await answered(await browser.get('/login/phone/code'))
      const wrong = await answered(await browser.post('/login/phone/code', { code: '000000' }))
      const early = await answered(await browser.post('/login/phone', { phone, channel: 'sms' }))
      const written = `0${phone.slice(3, 5)}-${phone.slice(5, 8)}\u00a0${phone.slice(8)}`
      answers.push(
        JSON.stringify([first, page, wrong, early])
          .replaceAll(written, 'PHONE')
          .replaceAll(written.replace('\u00a0', ' '), 'PHONE')
          .replaceAll(phone, 'PHONE')
          .replaceAll(/pending=[^;]+/g, 'pending=X')
          .replaceAll(/in \d+ seconds/g, 'in N seconds'),
      )
    }
    expect(answers[1]).toBe(answers[0])
    expect(answers[2]).toBe(answers[0])
  })

  test('forgetting a password, on both kinds of host', async () => {
    const { email } = await person()
    await inactive('switched-off@school.test')
    const answers = []
    for (const address of [email!, 'nobody@school.test', 'switched-off@school.test'])
      answers.push(await answered(await web.visitor(tenant).post('/forgot', { email: address })))
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    const operator = newOperator()
    await onPlatform((trx) => trx.insertInto('platform.operator').values(operator).execute())
    const main = []
    for (const address of [operator.email, 'nobody@lunas.test'])
      main.push(await answered(await web.visitor(mainHost).post('/admin/forgot', { email: address })))
    expect(main[1]).toEqual(main[0])
  })

  test('looking for an organisation', async () => {
    const { email } = await person()
    const answers = []
    for (const contact of [email!, 'nobody@school.test']) {
      const browser = web.visitor(mainHost)
      const first = await answered(await browser.post('/login/organisation', { contact, channel: 'sms' }))
      const page = await answered(await browser.get('/login/organisation/code'))
      const wrong = await answered(await browser.post('/login/organisation/code', { code: '000000' }))
      answers.push(
        JSON.stringify([first, page, wrong])
          .replaceAll(/pending=[^;]+/g, '')
          .replaceAll(/in \d+ seconds/g, ''),
      )
    }
    expect(answers[1]).toBe(answers[0])
  })

  test('nor how long it takes: the database is asked the same questions in the same order', async () => {
    const pool = await productPool(tenant.database.appUrl, { max: 1, waitMs: 10_000 })
    onTestFinished(() => pool.end())
    let asked: string[] = []
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      client.query = ((...args: unknown[]) => {
        const [first] = args as [string | { text?: string }]
        asked.push(typeof first === 'string' ? first : (first.text ?? ''))
        return query(...args)
      }) as typeof client.query
    })
    const watched = await app({ services: { pool }, forgetful: true })
    const questions = async (path: string, fields: Record<string, string>, at: Tenant | string = tenant) => {
      await forgetCounts(tenant)
      asked = []
      await watched.visitor(at).post(path, fields)
      return asked
    }
    const { phone } = await phoneOwner(tenant)
    const { email } = await person()
    const ways: [string, Record<string, string>, Record<string, string>, string?][] = [
      ['/login/phone', { phone, channel: 'sms' }, { phone: newPhone(), channel: 'sms' }],
      ['/forgot', { email: email! }, { email: 'nobody@school.test' }],
      [
        '/login/organisation',
        { contact: email!, channel: 'sms' },
        { contact: 'nobody@school.test', channel: 'sms' },
        mainHost,
      ],
    ]
    for (const [path, one, two, at] of ways) {
      const known = await questions(path, one, at)
      expect(known.length, path).toBeGreaterThan(8)
      expect(await questions(path, two, at), path).toEqual(known)
    }
  })
})

describe('where to go on to is a path of ours', () => {
  test.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/..//evil.test',
    'javascript:alert(1)',
    '/%09/evil.test\t',
    'evil.test',
    '/x\r\nlocation: //evil.test',
  ])('%j', async (to) => {
    const { phone } = await phoneOwner(tenant)
    const browser = web.visitor(tenant)
    const page = await browser.get(`/login/phone?to=${encodeURIComponent(to)}`)
    expect(await page.text()).not.toMatch(/(href|action|value)="(?!\/language\/)[^"]*evil/)
    const first = await browser.post('/login/phone', { phone, channel: 'sms', to })
    expect(first.headers.get('location') ?? '/').not.toContain('//')
    await tenant.write((trx) => giveCode(trx, phone))
    const answer = await browser.post('/login/phone/code', { code: '271828', to })
    expect(answer.headers.get('location')).toMatch(/^\/(dashboard|%09\/evil\.test)?$/)
  })
})
