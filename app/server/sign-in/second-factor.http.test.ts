import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addOperator,
  appCode,
  isIn,
  offered,
  platform,
  secured,
  setUp,
} from '#tests/support/people/second-factor.ts'
import { password, signIn } from '#tests/support/people/sign-in.ts'
import { type App, addressesOf, app, mainHost } from '#tests/support/product/http.ts'

let web: App

beforeAll(async () => {
  web = await app()
})

describe('setting it up', () => {
  test('asks for a code of the app before it counts, and keeps the same secret while it is wrong', async () => {
    const { email } = await addOperator()
    const browser = web.visitor(mainHost)
    expect(await signIn(browser, email)).toRedirectTo('/admin/dashboard')
    expect(await (await browser.get('/admin/dashboard')).text()).toContain('/admin/second-factor')
    const { secret, offer } = offered(await (await browser.get('/admin/second-factor')).text())
    const wrong = await browser.post('/admin/second-factor', { offer, code: '000000' })
    expect(wrong.status).toBe(422)
    const again = await wrong.text()
    expect(offered(again).secret).toBe(secret)
    expect(again).toContain('This code is not right')
    expect(await signIn(web.visitor(mainHost), email)).toRedirectTo('/admin/dashboard')
    const right = await browser.post('/admin/second-factor', {
      offer: offered(again).offer,
      code: await appCode(secret),
    })
    expect(right.status).toBe(200)
    expect(right.headers.get('cache-control')).toBe('no-store')
    expect(await signIn(web.visitor(mainHost), email)).toRedirectTo('/admin/login/code')
  })

  test('the secret is sealed in the database, and recovery codes are not there at all', async () => {
    const { id, secret, codes } = await secured(web)
    const { rows } = await platform((trx) =>
      sql<{ text: string }>`
        select o::text || coalesce((select string_agg(c::text, ' ') from platform.operator_recovery_code c
        where c.operator_id = o.id), '') || coalesce((select string_agg(a::text, ' ') from platform.audit_log a), '')
        as text from platform.operator o where o.id = ${id}`.execute(trx),
    )
    const all = rows[0]!.text
    expect(all).toContain('v1.')
    for (const secretText of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(all).not.toContain(secretText)
  })

  test('a secret that was offered to somebody else, or made up, is refused', async () => {
    const [mine, other] = [await web.operator(), await web.operator()]
    const theirs = offered(await (await other.get('/admin/second-factor')).text())
    const code = await appCode(theirs.secret)
    for (const offer of [theirs.offer, 'v1.x.y', ''])
      expect((await mine.post('/admin/second-factor', { offer, code })).status).toBe(401)
  })

  test('signs the operator out in other browsers', async () => {
    const { email } = await addOperator()
    const [here, there] = [web.visitor(mainHost), web.visitor(mainHost)]
    for (const browser of [here, there]) await signIn(browser, email)
    await setUp(here)
    expect(await isIn(here)).toBe(true)
    expect(await isIn(there)).toBe(false)
  })
})

describe('where a second factor is demanded', () => {
  let strict: App
  beforeAll(async () => {
    strict = await app({ services: { secondFactor: 'required' } })
  })
  const newcomer = async () => {
    const browser = strict.visitor(mainHost)
    await signIn(browser, (await addOperator()).email)
    return browser
  }

  test('who has none gets to the page that sets it up and nowhere else', async () => {
    const browser = await newcomer()
    const inside = addressesOf(strict.build).filter(
      ({ id, path, module }) =>
        id.startsWith('routes/main/') &&
        path.startsWith('/admin/') &&
        path !== '/admin/second-factor' &&
        path !== '/admin/confirm' &&
        module.handle?.access !== 'guest',
    )
    for (const { path, module } of inside)
      for (const method of ['get', 'post'] as const) {
        const response = await browser[method](path)
        // what an owner may not do even with one; of a page its frame leads on first
        if (module.handle?.access === 'admin.entity.help' && !(method === 'get' && module.default))
          expect([403, 405], path).toContain(response.status)
        else if (response.status !== 405)
          expect(response, `${method} ${path}`).toRedirectTo('/admin/second-factor')
      }
    await setUp(browser)
    expect(await isIn(browser)).toBe(true)
  })

  test('they may still sign out', async () => {
    const browser = await newcomer()
    expect(await browser.post('/logout')).toRedirectTo('/admin/login')
  })

  test('it cannot be turned off, but moved to another phone', async () => {
    const browser = await newcomer()
    const first = await setUp(browser)
    expect(await browser.post('/admin/second-factor/off')).toRedirectTo('/admin/profile')
    expect(await (await browser.get('/admin/profile')).text()).toContain('cannot be turned off')
    const second = await setUp(browser)
    expect(second.secret).not.toBe(first.secret)
  })
})

test('where it is not demanded, an operator may turn it off; then the password alone signs in', async () => {
  const { email, browser, codes, id } = await secured(web)
  expect(await browser.post('/admin/second-factor/off')).toRedirectTo('/admin/profile')
  const other = web.visitor(mainHost)
  expect(await signIn(other, email)).toRedirectTo('/admin/dashboard')
  expect((await other.post('/admin/second-factor/codes')).status).toBe(422)
  const left = await platform((trx) =>
    trx.selectFrom('platform.operator_recovery_code').select('id').where('operator_id', '=', id).execute(),
  )
  expect([codes.length, left.length]).toEqual([10, 0])
})

describe('confirming that it is still you', () => {
  const asleep = (id: string) =>
    platform((trx) =>
      trx
        .updateTable('platform.operator_session')
        .set({ confirmed_at: sql<Date>`now() - interval '11 minutes'` })
        .where('operator_id', '=', id)
        .execute(),
    )

  test.each([
    ['get', '/admin/second-factor'],
    ['get', '/admin/second-factor/codes'],
    ['post', '/admin/second-factor/codes'],
    ['post', '/admin/second-factor/off'],
    ['post', '/admin/profile/edit'],
  ] as const)('%s %s asks for it', async (method, path) => {
    const { id, browser } = await secured(web)
    await asleep(id)
    const answer = await browser[method](path)
    if (method === 'get') expect(answer).toRedirectTo(/^\/admin\/confirm\?to=/)
    else
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('name="kept_form"')])
    const row = await platform((trx) =>
      trx.selectFrom('platform.operator').select('totp_confirmed_at').where('id', '=', id).executeTakeFirst(),
    )
    expect(row!.totp_confirmed_at).not.toBeNull()
  })

  test('takes the password and a code of the app, each code once', async () => {
    const { id, browser, secret } = await secured(web)
    await asleep(id)
    const confirm = (more: Record<string, string>) =>
      browser.post('/admin/confirm', { to: '/admin/second-factor/codes', password, ...more })
    expect((await confirm({})).status).toBe(422)
    expect((await confirm({ code: '000000' })).status).toBe(422)
    const code = await appCode(secret)
    expect((await confirm({ code, password: 'wrong word' })).status).toBe(422)
    expect(await browser.get('/admin/second-factor/codes')).toRedirectTo(/^\/admin\/confirm/)
    expect(await confirm({ code })).toRedirectTo('/admin/second-factor/codes')
    expect((await browser.get('/admin/second-factor/codes')).status).toBe(200)
    await asleep(id)
    expect((await confirm({ code })).status).toBe(422)
  })

  test('does not go round in circles for who must still set up a second factor', async () => {
    const strict = await app({ services: { secondFactor: 'required' } })
    const { id, email } = await addOperator()
    const browser = strict.visitor(mainHost)
    await signIn(browser, email)
    await asleep(id)
    expect(await browser.get('/admin/second-factor')).toRedirectTo(/^\/admin\/confirm/)
    expect((await browser.get('/admin/confirm?to=/admin/second-factor')).status).toBe(200)
    const answer = await browser.post('/admin/confirm', { to: '/admin/second-factor', password })
    expect(answer).toRedirectTo('/admin/second-factor')
    await setUp(browser)
  })
})
