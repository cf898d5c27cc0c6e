import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  appCode,
  codesIn,
  giveCode,
  inOneHalfMinute,
  isIn,
  platform,
  secured,
  waiting,
} from '#tests/support/people/second-factor.ts'
import { password, signIn } from '#tests/support/people/sign-in.ts'
import { type App, addressesOf, app, type Browser, mainHost } from '#tests/support/product/http.ts'

let web: App

beforeAll(async () => {
  web = await app()
})

afterEach(() => void vi.useRealTimers())

describe('the second step', () => {
  test('no session before the code: every page of the operator asks to sign in', async () => {
    const { email } = await secured(web)
    const browser = await waiting(web, email)
    expect(browser.cookies.has('lunas')).toBe(false)
    const inside = addressesOf(web.build).filter(
      ({ id, path, module }) =>
        id.startsWith('routes/main/') && path.startsWith('/admin/') && module.handle?.access !== 'guest',
    )
    expect(inside.length).toBeGreaterThan(20)
    for (const { path } of inside) {
      for (const method of ['get', 'post'] as const) {
        const response = await browser[method](path)
        if (response.status === 405) continue
        expect(response, `${method} ${path}`).toRedirectTo(/^\/admin\/login(\?to=|$)/)
      }
    }
  })

  test('a code of the app lets in, once, and leads on to where the reader was going', async () => {
    const { email, secret } = await secured(web)
    const browser = web.visitor(mainHost)
    const to = '/admin/collection?page=2'
    const answer = await signIn(browser, email, password, { to })
    expect(answer).toRedirectTo(`/admin/login/code?to=${encodeURIComponent(to)}`)
    const code = await appCode(secret)
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    expect(await giveCode(browser, spaced, { to })).toRedirectTo(to)
    expect(await isIn(browser)).toBe(true)
    const second = await giveCode(await waiting(web, email), code)
    expect(second.status).toBe(422)
    expect(await second.text()).toContain('used already')
  })

  test('the code that set the factor up does not sign in', async () => {
    const { email, code } = await secured(web)
    expect((await giveCode(await waiting(web, email), code)).status).toBe(422)
  })

  test('twenty browsers with one code at the same moment: one gets in', async () => {
    const { email, secret } = await secured(web)
    const browsers: Browser[] = []
    for (let n = 0; n < 20; n++) browsers.push(await waiting(web, email))
    const code = await appCode(secret)
    const answers = await Promise.all(browsers.map((browser) => giveCode(browser, code)))
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1)
    expect(browsers.filter(({ cookies }) => cookies.has('lunas'))).toHaveLength(1)
  })

  test.each([
    [-2, 422],
    [-1, 302],
    [0, 302],
    [1, 302],
    [2, 422],
  ])('a phone that is %i half minutes off', async (steps, status) => {
    const { email, secret, id } = await secured(web)
    const answer = await inOneHalfMinute(async () => {
      await platform((trx) =>
        trx.updateTable('platform.operator').set({ totp_last_step: null }).where('id', '=', id).execute(),
      )
      return giveCode(await waiting(web, email), await appCode(secret, steps))
    })
    expect(answer.status).toBe(status)
  })

  test.each([-1, 1])('a web process whose clock is %i day off changes nothing', async (days) => {
    const { email, secret } = await secured(web)
    const code = await appCode(secret)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
    const browser = await waiting(web, email)
    expect(await giveCode(browser, code)).toRedirectTo('/admin/dashboard')
    expect(await isIn(browser)).toBe(true)
  })

  test('five tries, then the password anew: not even the right code helps', async () => {
    const { email, secret } = await secured(web)
    const browser = await waiting(web, email)
    const token = browser.cookies.get('waiting')!
    for (let n = 0; n < 4; n++) expect((await giveCode(browser, '000000')).status).toBe(422)
    expect(await giveCode(browser, '000000')).toRedirectTo('/admin/login')
    expect(browser.cookies.has('waiting')).toBe(false)
    expect(await (await browser.get('/admin/login')).text()).toContain('Too many wrong codes')
    browser.cookies.set('waiting', token)
    expect(await giveCode(browser, await appCode(secret))).toRedirectTo('/admin/login')
    expect(await isIn(browser)).toBe(false)
  })

  test('tries at the same moment are no more than five', async () => {
    const { id, email } = await secured(web)
    const browser = await waiting(web, email)
    await Promise.all(Array.from({ length: 20 }, () => giveCode(browser, '000000')))
    const wrong = await platform((trx) =>
      trx
        .selectFrom('platform.login_log')
        .select('result')
        .where('operator_id', '=', id)
        .where('method', '=', 'totp')
        .execute(),
    )
    expect(wrong.map(({ result }) => result)).toEqual(Array(5).fill('auth.code_invalid'))
  })

  test('who knows the password has thirty wrong codes an hour, however often it is given', async () => {
    const { email, secret } = await secured(web)
    for (let round = 0; round < 6; round++) {
      const browser = await waiting(web, email)
      for (let n = 0; n < 5; n++) await giveCode(browser, '000000')
    }
    const browser = await waiting(web, email)
    expect(await giveCode(browser, await appCode(secret))).toRedirectTo('/admin/login')
    expect(await (await browser.get('/admin/login')).text()).toContain('for this account')
    expect(await isIn(browser)).toBe(false)
  })

  test('the token of another browser, an old one, a made-up one and none lead back to the password', async () => {
    const { email, secret, id } = await secured(web)
    const token = (await waiting(web, email)).cookies.get('waiting')!
    const code = await appCode(secret)
    const thief = web.visitor(mainHost)
    for (const [name, cookie, agent] of [
      ['stolen', token, 'another browser'],
      ['made up', 'x'.repeat(43), ''],
      ['no token', 'x', ''],
    ] as const) {
      thief.cookies.set('waiting', cookie)
      const answer = await thief.post('/admin/login/code', { code }, agent ? { 'user-agent': agent } : {})
      expect(answer, name).toRedirectTo('/admin/login')
      expect(thief.cookies.has('lunas'), name).toBe(false)
    }
    const late = await waiting(web, email)
    await platform((trx) =>
      trx
        .updateTable('platform.operator_sign_in')
        .set({ expires_at: sql<Date>`now() - interval '1 second'` })
        .where('operator_id', '=', id)
        .execute(),
    )
    expect(await late.get('/admin/login/code')).toRedirectTo('/admin/login')
    expect(await giveCode(late, code)).toRedirectTo('/admin/login')
    expect(await (await late.get('/admin/login')).text()).toContain('Token has expired')
  })

  test('an account that is switched off in between gets no session', async () => {
    const { id, email, secret } = await secured(web)
    const browser = await waiting(web, email)
    await platform((trx) =>
      trx.updateTable('platform.operator').set({ status: 'inactive' }).where('id', '=', id).execute(),
    )
    expect(await giveCode(browser, await appCode(secret))).toRedirectTo('/admin/login')
    expect(await isIn(browser)).toBe(false)
  })

  test('what was typed is never sent back', async () => {
    const { email } = await secured(web)
    const answer = await giveCode(await waiting(web, email), 'abcd-efgh-jkmn-pqrs')
    expect(answer.status).toBe(422)
    expect(await answer.text()).not.toContain('abcd-efgh')
  })
})

describe('a recovery code', () => {
  test('lets in once, however it is typed, and says how many are left, here and by mail', async () => {
    const { id, email, codes } = await secured(web)
    const browser = await waiting(web, email)
    expect(await (await browser.get('/admin/login/code?by=recovery')).text()).toContain('Recovery code')
    const typed = ` ${codes[0]!.toUpperCase().replaceAll('-', ' ')} `
    expect(await giveCode(browser, typed)).toRedirectTo('/admin/dashboard')
    expect(await (await browser.get('/admin/dashboard')).text()).toContain('9 are left')
    expect((await giveCode(await waiting(web, email), codes[0]!)).status).toBe(422)
    const [audit, outbox] = await platform((trx) =>
      Promise.all([
        trx
          .selectFrom('platform.audit_log')
          .select(['actor_id', 'after'])
          .where('action', '=', 'operator.recovery_code_used')
          .where('object_id', '=', id)
          .execute(),
        trx
          .selectFrom('platform.outbox')
          .select('payload')
          .where('name', '=', 'operator.notice')
          .where(sql<string>`payload->>'operator_id'`, '=', id)
          .where(sql<string>`payload->>'kind'`, '=', 'recovery_code_used')
          .execute(),
      ]),
    )
    expect(audit).toEqual([{ actor_id: id, after: { recovery_codes_left: 9 } }])
    expect(outbox).toHaveLength(1)
    expect(outbox[0]!.payload).toMatchObject({ codes_left: 9 })
  })

  test('is used once by twenty browsers at the same moment', async () => {
    const { email, codes } = await secured(web)
    const browsers: Browser[] = []
    for (let n = 0; n < 20; n++) browsers.push(await waiting(web, email))
    const answers = await Promise.all(browsers.map((browser) => giveCode(browser, codes[3]!)))
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1)
    expect(browsers.filter(({ cookies }) => cookies.has('lunas'))).toHaveLength(1)
  })

  test("of somebody else is worth nothing, nor is one of the operator's old set", async () => {
    const [one, other] = [await secured(web), await secured(web)]
    expect((await giveCode(await waiting(web, one.email), other.codes[0]!)).status).toBe(422)
    const renewed = await one.browser.post('/admin/second-factor/codes')
    const fresh = codesIn(await renewed.text())
    expect(fresh).toHaveLength(10)
    expect((await giveCode(await waiting(web, one.email), one.codes[0]!)).status).toBe(422)
    expect(await giveCode(await waiting(web, one.email), fresh[0]!)).toRedirectTo('/admin/dashboard')
  })
})
