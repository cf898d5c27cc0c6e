import { beforeAll, describe, expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.ts'
import { languageTag, locales } from '#app/i18n/locales.ts'
import { addOperator, appCode, isIn, platform, secured } from '#tests/support/people/second-factor.ts'
import { password } from '#tests/support/people/sign-in.ts'
import { client } from '#tests/support/product/api.ts'
import { type App, app, mainHost } from '#tests/support/product/http.ts'

/** Operators sign in over the API as on their page: with a second factor the password alone opens nothing. */
let web: App
beforeAll(async () => {
  web = await app()
})

const login = (email: string, code?: string, secret = password, headers = {}) =>
  client(web).post(
    'auth/login/email',
    { email, password: secret, ...(code !== undefined && { code }) },
    headers,
  )

/** Whether a token opens the pages of operators. */
function opens(token: string): Promise<boolean> {
  const browser = web.visitor(mainHost)
  browser.cookies.set('lunas', token)
  return isIn(browser)
}

const sessionsOf = (operator_id: string) =>
  platform((trx) =>
    trx.selectFrom('platform.operator_session').select('id').where('operator_id', '=', operator_id).execute(),
  ).then((rows) => rows.length)

test('without a second factor the password is enough, and a code is not looked at', async () => {
  const { id, email } = await addOperator({ role: 'support' })
  for (const code of [undefined, '000000']) {
    const { status, result, headers } = await login(email, code)
    expect(status).toBe(200)
    expect(result.admin).toEqual({ id, name: expect.any(String), email, role: 'support', locale: 'en' })
    expect(await opens(result.token)).toBe(true)
    expect(headers.get('set-cookie')).toBeNull()
  }
})

describe('with a second factor', () => {
  test('the right code signs in, once', async () => {
    const { id, email, secret } = await secured(web)
    const before = await sessionsOf(id)
    const code = await appCode(secret)
    const { status, result } = await login(email, code)
    expect([status, result.admin.id]).toEqual([200, id])
    expect(await opens(result.token)).toBe(true)
    const replayed = await login(email, code)
    expect([replayed.status, replayed.error.code, replayed.error.message]).toEqual([
      401,
      'AUTH_FAILED',
      i18nOf('en').t('refusal.auth.code_used'),
    ])
    expect(await sessionsOf(id)).toBe(before + 1)
    expect((await login(email, await appCode(secret, 1))).status).toBe(200)
  })

  test.each([...locales])('a missing code is asked for by name, in %s, and opens nothing', async (locale) => {
    const { id, email, secret } = await secured(web)
    const before = await sessionsOf(id)
    const headers = { 'accept-language': languageTag(locale) }
    const { status, error } = await login(email, undefined, password, headers)
    expect([status, error.code]).toEqual([401, 'AUTH_CODE_REQUIRED'])
    expect(error.fields).toEqual({ code: i18nOf(locale).t('refusal.auth.code_required') })
    const empty = await login(email, '', password, headers)
    expect([empty.status, Object.keys(empty.error.fields!)]).toEqual([422, ['code']])
    expect(await sessionsOf(id)).toBe(before)
    expect((await login(email, await appCode(secret))).status).toBe(200)
  })

  test('a wrong code opens nothing, nor does that of somebody else, and the right one still does', async () => {
    const { id, email, secret } = await secured(web)
    const other = await secured(web)
    const before = await sessionsOf(id)
    const right = await Promise.all([-1, 0, 1, 2].map((step) => appCode(secret, step)))
    const old = await appCode(secret, -20)
    const next = String((Number(right[1]) + 1) % 1_000_000).padStart(6, '0')
    const wrong = [next, old, await appCode(other.secret), other.codes[0]!]
    // Six digits of two secrets may be the same.
    for (const given of wrong.filter((one) => !right.includes(one))) {
      const { status, error } = await login(email, given)
      expect([status, error.code, error.message], given).toEqual([
        401,
        'AUTH_FAILED',
        i18nOf('en').t('refusal.auth.code_invalid'),
      ])
    }
    expect(await sessionsOf(id)).toBe(before)
    expect((await login(email, await appCode(secret))).status).toBe(200)
  })

  test('a right code with a wrong password is not used up and tells nothing', async () => {
    const { email, secret } = await secured(web)
    const code = await appCode(secret)
    const refused = await login(email, code, 'not the password')
    expect([refused.status, refused.error.code]).toEqual([401, 'ADMIN_INVALID_CREDENTIALS'])
    expect((await login('nobody@lunas.test', code)).error.code).toBe('ADMIN_INVALID_CREDENTIALS')
    expect((await login(email, code)).status).toBe(200)
  })

  test('a recovery code stands in for the app, once', async () => {
    const { email, codes } = await secured(web)
    expect((await login(email, codes[0]!)).status).toBe(200)
    expect((await login(email, codes[0]!)).error.code).toBe('AUTH_FAILED')
    expect((await login(email, codes[1]!)).status).toBe(200)
  })

  test('every try is in the log of sign-ins, in words of each language', async () => {
    const { email, secret, codes, browser } = await secured(web)
    await login(email, await appCode(secret))
    await login(email, '000000')
    await login(email, codes[0]!)
    for (const locale of locales) {
      const { t } = i18nOf(locale)
      await browser.get(`/language/${locale}?to=/`)
      for (const path of ['/admin/log/login', '/admin/profile/log']) {
        const html = await (await browser.get(path)).text()
        expect(html).toContain(t('profile.methods.totp'))
        expect(html).toContain(t('profile.methods.recovery_code'))
        expect(html).toContain(t('profile.results.code_asked'))
        expect(html, path).not.toMatch(
          />(totp|code_asked|recovery_code)<|refusal\.|profile\.methods|audit\.login\./,
        )
      }
    }
    const found = async (query: string) => {
      const html = await (await browser.get(`/admin/profile/log?${query}`)).text()
      return html.split('<tbody')[1]?.match(/<tr/g)?.length ?? 0
    }
    expect(await found('method=totp&outcome=success')).toBe(1)
    expect(await found('method=totp&outcome=failed')).toBe(1)
    expect(await found('method=recovery_code&outcome=success')).toBe(1)
    expect(await found('method=email&outcome=failed')).toBe(0)
    expect(await found('method=email')).toBe(4)
  })
})
