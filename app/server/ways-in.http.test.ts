import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { hashPassword } from '#app/domain/accounts/passwords.server.ts'
import { newRecoveryToken } from '#app/domain/accounts/recovery.server.ts'
import { inPlatform } from '#db/in-place.ts'
import { createPool } from '#db/pool.ts'
import { forgetCounts, giveCode, newPhone, phoneOwner } from '#tests/support/codes.ts'
import { type Given, user } from '#tests/support/factories.ts'
import { type App, app, type Browser, mainHost, newOperator } from '#tests/support/http.ts'
import { password, signIn, told } from '#tests/support/sign-in.ts'
import { freshTenant, type Tenant } from '#tests/support/tenant.ts'

let web: App
let tenant: Tenant
let other: Tenant
let kept: string
beforeAll(async () => {
  kept = await hashPassword(password)
  web = await app()
  tenant = await freshTenant({ name: 'Sekolah Mutiara', subdomain: 'mutiara' })
  other = await freshTenant()
})
beforeEach(() => forgetCounts(tenant))

const onPlatform: Tenant['write'] = (work) => inPlatform(tenant.database.pool, work)
const person = (given: Given<'user_account'> = {}) =>
  tenant.write((trx) => user(trx, { password_hash: kept, ...given }))
const fresh = 'hujan petang tadi'
const twice = (word: string) => ({ password: word, password_confirmation: word })

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
    for (const piece of ['autoComplete="one-time-code"', 'SMS', '5 minutes', 'in 60 seconds'])
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

describe('a forgotten password', () => {
  const linkFor = async (id: string) => tenant.write((trx) => newRecoveryToken(trx, 'tenant', id))
  const openedBy = async (token: string, at: Tenant | string = tenant) => {
    const browser = web.visitor(at)
    const page = at === mainHost ? '/admin/reset' : '/reset'
    expect(await browser.get(`${page}?token=${token}`)).toRedirectTo(page)
    return browser
  }

  test('the link leads to a page without the token, the new password signs in and ends all other sessions', async () => {
    const { id, email } = await person()
    const elsewhere = web.visitor(tenant)
    await signIn(elsewhere, email)
    const token = await linkFor(id)
    const browser = await openedBy(token)
    const page = await browser.get('/reset')
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain(token)
    expect(await browser.post('/reset', twice(fresh))).toRedirectTo('/dashboard')
    expect((await browser.get('/dashboard')).status).toBe(200)
    expect(await elsewhere.get('/dashboard')).toRedirectTo('/login')
    expect((await signIn(web.visitor(tenant), email)).status).toBe(422)
    expect(await signIn(web.visitor(tenant), email, fresh)).toRedirectTo('/dashboard')
    const [audit, log] = await tenant.read((db) =>
      Promise.all([
        db
          .selectFrom('audit_log')
          .select(['action', 'before', 'after'])
          .where('object_id', '=', id)
          .execute(),
        db
          .selectFrom('login_log')
          .select(['method', 'result'])
          .where('user_id', '=', id)
          .where('method', '=', 'reset')
          .execute(),
      ]),
    )
    expect(audit).toEqual([{ action: 'user.password_reset', before: null, after: null }])
    expect(log).toEqual([{ method: 'reset', result: 'signed_in' }])
    expect(JSON.stringify(web.log)).not.toContain(token)
  })

  test('a link works once; of two at once one', async () => {
    const { id } = await person()
    const browsers = [await openedBy(await linkFor(id))]
    browsers.push(web.visitor(tenant))
    browsers[1]!.cookies.set('recovery', browsers[0]!.cookies.get('recovery')!)
    const both = await Promise.all(browsers.map((browser) => browser.post('/reset', twice(fresh))))
    expect(both.map(({ status }) => status).sort()).toEqual([302, 422])
    browsers[1]!.cookies.set('recovery', browsers[0]!.cookies.get('recovery') ?? '')
    const again = await openedBy(await linkFor(id))
    await again.post('/reset', twice(fresh))
    expect((await again.post('/reset', twice(fresh))).status).toBe(401)
  })

  test.each([
    ['used or replaced by a newer one', 'Please request a new recovery URL', 422],
    ['older than an hour', 'Token has expired', 401],
    ['cut short', 'Token is invalid', 401],
    ["another organisation's", 'Token is invalid', 401],
    ['of nobody', 'Token is invalid', 401],
    ['of somebody who is inactive now', 'Resetting password failed', 422],
  ])('a link that is %s', async (kind, words, status) => {
    const { id } = await person()
    let token = await linkFor(id)
    if (kind.startsWith('used')) await linkFor(id)
    if (kind === 'cut short') token = token.slice(0, 42)
    if (kind === 'of nobody') token = 'x'.repeat(43)
    if (kind.startsWith('older'))
      await tenant.write((trx) =>
        trx
          .updateTable('recovery_token')
          .set({ expires_at: sql`expires_at - interval '61 minutes'` })
          .where('user_id', '=', id)
          .execute(),
      )
    if (kind.includes('inactive'))
      await tenant.write((trx) =>
        trx.updateTable('user_account').set({ status: 'inactive' }).where('id', '=', id).execute(),
      )
    const browser = await openedBy(token, kind.startsWith('another') ? other : tenant)
    for (const answer of [await browser.get('/reset'), await browser.post('/reset', twice(fresh))]) {
      expect(answer.status).toBe(status)
      expect(await answer.text()).toContain(words)
    }
  })

  test('a password that is easy to guess is refused at its field, and none is sent back', async () => {
    const { id, email } = await person({ name: 'Nurul Huda' })
    const browser = await openedBy(await linkFor(id))
    for (const word of ['selamat123', 'nurulhuda1', 'mutiara2026', 'Password1234']) {
      const answer = await browser.post('/reset', twice(word))
      expect(answer.status, word).toBe(422)
      const page = await answer.text()
      expect(page).toContain('too easy to guess')
      expect(page).not.toContain(word)
    }
    const unlike = await browser.post('/reset', { password: fresh, password_confirmation: `${fresh}!` })
    expect(await unlike.text()).toContain('The two passwords are not the same')
    expect(await signIn(web.visitor(tenant), email)).toRedirectTo('/dashboard')
  })

  test('who had used up the tries may sign in at once after a reset', async () => {
    const { id, email } = await person()
    for (let n = 0; n < 6; n++) await signIn(web.visitor(tenant), email, 'wrong password')
    const browser = await openedBy(await linkFor(id))
    await browser.post('/reset', twice(fresh))
    expect(await signIn(web.visitor(tenant), email, fresh)).toRedirectTo('/dashboard')
  })

  test('an operator sets one too, but signs in afterwards with all that takes', async () => {
    const operator = newOperator({ password_hash: kept })
    const token = await onPlatform(async (trx) => {
      await trx.insertInto('platform.operator').values(operator).execute()
      return newRecoveryToken(trx, 'main', operator.id)
    })
    expect(await (await (await openedBy(token)).get('/reset')).text()).toContain('Token is invalid')
    const browser = await openedBy(token, mainHost)
    expect(await browser.post('/admin/reset', twice(fresh))).toRedirectTo('/admin/login')
    expect(browser.cookies.has('lunas')).toBe(false)
    expect(await (await browser.get('/admin/login')).text()).toContain('Your new password is set')
    expect((await signIn(browser, operator.email)).status).toBe(422)
  })

  test('the mail is asked for at most three times an hour, without a word about it', async () => {
    const { email, id } = await person()
    for (let n = 0; n < 5; n++)
      expect(await web.visitor(tenant).post('/forgot', { email: email! })).toRedirectTo('/forgot?sent')
    const rows = await onPlatform((trx) =>
      trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'recovery.send').execute(),
    )
    const own = rows.filter(({ payload }) => (payload as { user_id: string }).user_id === id)
    expect(own).toHaveLength(3)
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
      const first = await told(await browser.post('/login/phone', { phone, channel: 'sms' }))
      const page = await told(await browser.get('/login/phone/code'))
      const wrong = await told(await browser.post('/login/phone/code', { code: '000000' }))
      const early = await told(await browser.post('/login/phone', { phone, channel: 'sms' }))
      const written = `0${phone.slice(3, 5)}-${phone.slice(5, 8)} ${phone.slice(8)}`
      answers.push(
        JSON.stringify([first, page, wrong, early])
          .replaceAll(written, 'PHONE')
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
      answers.push(await told(await web.visitor(tenant).post('/forgot', { email: address })))
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    const operator = newOperator()
    await onPlatform((trx) => trx.insertInto('platform.operator').values(operator).execute())
    const main = []
    for (const address of [operator.email, 'nobody@lunas.test'])
      main.push(await told(await web.visitor(mainHost).post('/admin/forgot', { email: address })))
    expect(main[1]).toEqual(main[0])
  })

  test('looking for an organisation', async () => {
    const { email } = await person()
    const answers = []
    for (const contact of [email!, 'nobody@school.test']) {
      const browser = web.visitor(mainHost)
      const first = await told(await browser.post('/login/organisation', { contact, channel: 'sms' }))
      const page = await told(await browser.get('/login/organisation/code'))
      const wrong = await told(await browser.post('/login/organisation/code', { code: '000000' }))
      answers.push(
        JSON.stringify([first, page, wrong])
          .replaceAll(/pending=[^;]+/g, '')
          .replaceAll(/in \d+ seconds/g, ''),
      )
    }
    expect(answers[1]).toBe(answers[0])
  })

  test('nor how long it takes: the database is asked the same questions in the same order', async () => {
    const pool = createPool(tenant.database.appUrl, { max: 1, waitMs: 10_000 })
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
    const watched = await app({ services: { pool } })
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
