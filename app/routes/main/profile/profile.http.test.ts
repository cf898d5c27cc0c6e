import { beforeAll, describe, expect, test } from 'vitest'
import { giveCode } from '#tests/support/people/codes.ts'
import { addOperator, isIn, platform } from '#tests/support/people/second-factor.ts'
import { password, signIn } from '#tests/support/people/sign-in.ts'
import { type App, app, mainHost } from '#tests/support/product/http.ts'

let web: App

beforeAll(async () => {
  web = await app()
})

async function signedIn(given: { name?: string } = {}) {
  const row = await addOperator({ role: 'support', ...given })
  const browser = web.visitor(mainHost)
  await signIn(browser, row.email)
  return { ...row, browser }
}

const rowOf = (id: string) =>
  platform((trx) =>
    trx.selectFrom('platform.operator').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const noticesOf = async (id: string) => {
  const rows = await platform((trx) =>
    trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'operator.notice').execute(),
  )
  return rows
    .map(({ payload }) => payload as { operator_id: string; kind: string; address?: string })
    .filter(({ operator_id }) => operator_id === id)
}

describe('an operator changes their own account', () => {
  test('name, e-mail, phone and language, and never the role', async () => {
    const { id, email, browser } = await signedIn()
    const answer = await browser.post('/admin/profile/edit', {
      name: 'Kavitha a/p Raman',
      email: 'kavitha@lunas.test',
      phone: '03-1234 5678',
      locale: 'my',
      version: '1',
      role: 'owner',
      status: 'inactive',
    })
    expect(answer).toRedirectTo('/admin/profile/contact')
    expect(await rowOf(id)).toMatchObject({
      name: 'Kavitha a/p Raman',
      email,
      phone: '+60312345678',
      locale: 'my',
      role: 'support',
      status: 'active',
    })
    const page = await (await browser.get('/admin/profile')).text()
    expect(page).toContain('lang="ms-MY"')
    expect(page).toContain('kavitha@lunas.test')
    expect(await browser.post('/admin/profile/contact/send', {})).toRedirectTo('/admin/profile/contact')
    await platform((trx) => giveCode(trx, 'kavitha@lunas.test'))
    expect((await browser.post('/admin/profile/contact', { code: '000000' })).status).toBe(422)
    expect(await noticesOf(id)).toEqual([])
    expect(await browser.post('/admin/profile/contact', { code: '271828' })).toRedirectTo('/admin/profile')
    expect(await rowOf(id)).toMatchObject({ email: 'kavitha@lunas.test' })
    expect(await noticesOf(id)).toMatchObject([{ kind: 'email_changed', address: email }])
  })

  test('what another one has, and what somebody else changed meanwhile, is refused with the form', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    const values = { name: 'Nama Sama', locale: 'en', version: '1' }
    const taken = await one.browser.post('/admin/profile/edit', { ...values, email: other.email })
    expect(taken.status).toBe(409)
    expect(await taken.text()).toContain('Admin already existed')
    const stale = { ...values, email: one.email, version: '7' }
    await one.browser.post('/admin/profile/edit', { ...values, email: one.email, phone: '03-1234 5678' })
    const late = await one.browser.post('/admin/profile/edit', stale)
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('<dd><span class="number">03-1234 5678</span></dd>')
  })
})

describe('a new password', () => {
  const fresh = 'sembilan kucing hitam'
  const change = (
    { browser }: Awaited<ReturnType<typeof signedIn>>,
    current_password: string,
    [first, second = first] = [fresh] as string[],
  ) =>
    browser.post('/admin/profile/password', {
      current_password,
      password: first!,
      password_confirmation: second!,
    })

  test('needs the current one; others are signed out and the owner is told', async () => {
    const person = await signedIn({ name: 'Kavitha Raman' })
    const elsewhere = web.visitor(mainHost)
    await signIn(elsewhere, person.email)
    const wrong = await change(person, 'not the password')
    expect(wrong.status).toBe(422)
    const html = await wrong.text()
    expect(html).toContain('Password invalid')
    expect(html).not.toContain(fresh)
    expect((await change(person, password, [fresh, 'something else 1'])).status).toBe(422)
    expect((await change(person, password, ['short'])).status).toBe(422)
    const guessed = await change(person, password, ['Kavitha2026!'])
    expect(await guessed.text()).toContain('too easy to guess')
    expect(await change(person, password)).toRedirectTo('/admin/profile')
    expect(await isIn(person.browser)).toBe(true)
    expect(await isIn(elsewhere)).toBe(false)
    expect((await signIn(web.visitor(mainHost), person.email)).status).toBe(422)
    expect(await signIn(web.visitor(mainHost), person.email, fresh)).toRedirectTo('/admin/dashboard')
    expect(await noticesOf(person.id)).toMatchObject([{ kind: 'password_changed' }])
  })

  test('is not found by guessing at an open session', async () => {
    const person = await signedIn()
    for (let n = 0; n < 5; n++) await change(person, 'not the password')
    const answer = await change(person, password)
    expect(await answer.text()).toContain('Too many wrong passwords')
  })
})

describe('open sessions', () => {
  test('are listed with their devices; one or all others are signed out', async () => {
    const { email, browser } = await signedIn()
    const others = [web.visitor(mainHost), web.visitor(mainHost)]
    for (const other of others) await signIn(other, email)
    const html = await (await browser.get('/admin/profile/session')).text()
    const ends = [...html.matchAll(/action="(\/admin\/profile\/session\/end\/[\w-]+)"/g)].map(([, at]) => at!)
    expect(ends).toHaveLength(2)
    expect(await browser.post(ends[0]!)).toRedirectTo('/admin/profile/session')
    expect((await Promise.all(others.map(isIn))).filter(Boolean)).toHaveLength(1)
    expect(await browser.post('/admin/profile/session/end-others')).toRedirectTo('/admin/profile/session')
    expect(await Promise.all(others.map(isIn))).toEqual([false, false])
    expect(await isIn(browser)).toBe(true)
  })

  test("nobody ends a stranger's", async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    const { id } = await platform((trx) =>
      trx
        .selectFrom('platform.operator_session')
        .select('id')
        .where('operator_id', '=', other.id)
        .executeTakeFirstOrThrow(),
    )
    expect((await one.browser.post(`/admin/profile/session/end/${id}`)).status).toBe(404)
    expect(await isIn(other.browser)).toBe(true)
  })
})

test("the log shows one's own sign-ins and the tries of others, and nobody else's", async () => {
  const [one, other] = [await signedIn(), await signedIn()]
  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' }
  await web.visitor(mainHost).post('/admin/login', { email: one.email, password: 'wrong word' }, agent)
  const html = await (await one.browser.get('/admin/profile/log')).text()
  expect(html).toContain('Firefox · Linux')
  expect(html).toContain('Admin invalid credentials')
  expect(await (await one.browser.get('/admin/profile/log?outcome=success')).text()).not.toContain('Firefox')
  expect(await (await other.browser.get('/admin/profile/log')).text()).not.toContain('Firefox')
})

test.each(['en', 'my'])(
  'the help about mail servers is for everybody, in %s, and asks for nothing',
  async (locale) => {
    const visitor = web.visitor(mainHost)
    await visitor.get(`/language/${locale}`)
    const answer = await visitor.get('/smtp')
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain('587')
    expect(html).not.toMatch(/<form|<input|smtp\.title/)
    expect((await visitor.post('/smtp')).status).toBe(405)
  },
)
