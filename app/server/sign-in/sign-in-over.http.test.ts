import { beforeAll, describe, expect, test } from 'vitest'
import { invitationToSend } from '#app/domain/identity/passwords/invitation.ts'
import { newRecoveryToken } from '#app/domain/identity/passwords/recovery.ts'
import { createStaff } from '#app/domain/people/staff/change-staff.ts'
import { keysOf, newStaff } from '#app/domain/people/staff/test-support.ts'
import { user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { giveCode as giveSentCode, newPhone } from '#tests/support/people/codes.ts'
import { addOperator, appCode, giveCode, platform, secured } from '#tests/support/people/second-factor.ts'
import { cheapHash, password, signIn } from '#tests/support/people/sign-in.ts'
import { type App, app, type Browser, mainHost } from '#tests/support/product/http.ts'

/** Signing in while the browser still has a session: the new one takes its place. */
let web: App
let tenant: Tenant
let kept: string
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  kept = cheapHash(password)
})

const person = () =>
  tenant.write(async (trx) => {
    const phone = newPhone()
    return { ...(await user(trx, { password_hash: kept, phone })), phone }
  })
type Person = Awaited<ReturnType<typeof person>>

const sessionsOf = async (user_id: string) =>
  (
    await tenant.read((db) =>
      db.selectFrom('session').select('method').where('user_id', '=', user_id).orderBy('id').execute(),
    )
  ).map(({ method }) => method)

const chosen = { password: 'hujan petang tadi', password_confirmation: 'hujan petang tadi' }

/** The ways to a new session; each gives the id of who is signed in after it. */
const ways: Record<string, (browser: Browser, who: Person) => Promise<string>> = {
  async email(browser, { id, email }) {
    expect(await signIn(browser, email)).toRedirectTo('/dashboard')
    return id
  },
  async phone(browser, { id, phone }) {
    await browser.post('/login/phone', { phone, channel: 'sms' })
    await tenant.write((trx) => giveSentCode(trx, phone))
    expect(await browser.post('/login/phone/code', { code: '271828' })).toRedirectTo('/dashboard')
    return id
  },
  async reset(browser, { id }) {
    const token = await tenant.write((trx) => newRecoveryToken(trx, 'tenant', id))
    await browser.get(`/reset?token=${token}`)
    expect(await browser.post('/reset', chosen)).toRedirectTo('/dashboard')
    return id
  },
  async invitation(browser) {
    const keys = keysOf(tenant)
    const actor = await tenant.actor('superadmin')
    const staff_id = await tenant.write((trx) => createStaff(trx, actor, keys, newStaff(tenant)))
    const { id, token } = await tenant.read(async (db) => {
      const row = await db
        .selectFrom('invitation')
        .innerJoin('staff', 'staff.user_id', 'invitation.user_id')
        .select(['invitation.id', 'invitation.user_id'])
        .where('staff.id', '=', staff_id)
        .executeTakeFirstOrThrow()
      const invitation = await invitationToSend(db, keys, row.id)
      return { id: row.user_id, token: invitation!.token }
    })
    expect(await browser.post(`/invitation?token=${token}`, chosen)).toRedirectTo('/dashboard')
    return id
  },
}

describe.each(Object.keys(ways))('by %s', (way) => {
  test('ends the session of somebody else in the same browser, and no other of theirs', async () => {
    const [before, after] = [await person(), await person()]
    const [browser, elsewhere] = [web.visitor(tenant), web.visitor(tenant)]
    for (const each of [browser, elsewhere]) await signIn(each, before.email)
    const old = browser.cookies.get('lunas')!
    const id = await ways[way]!(browser, after)
    expect(await sessionsOf(id)).toEqual([way])
    expect(await sessionsOf(before.id)).toEqual(['email'])
    const copy = web.visitor(tenant)
    copy.cookies.set('lunas', old)
    expect(await copy.get('/profile')).toRedirectTo(/^\/login/)
    expect((await elsewhere.get('/profile')).status).toBe(200)
    expect((await browser.get('/profile')).status).toBe(200)
  })
})

test('again as oneself leaves one session in the list', async () => {
  const who = await person()
  const browser = web.visitor(tenant)
  for (let time = 0; time < 3; time++) await signIn(browser, who.email)
  expect(await sessionsOf(who.id)).toEqual(['email'])
  const list = await (await browser.get('/profile/session')).text()
  expect(/<ul class="facts">.*?<\/ul>/s.exec(list)![0].match(/<li/g)).toHaveLength(1)
})

test('a try that fails ends nothing', async () => {
  const who = await person()
  const browser = web.visitor(tenant)
  await signIn(browser, who.email)
  await signIn(browser, who.email, 'salah sekali')
  expect(await sessionsOf(who.id)).toEqual(['email'])
  expect((await browser.get('/profile')).status).toBe(200)
})

test('a wrong password from a page that stood open is told, not passed over because somebody else is signed in', async () => {
  const [before, after] = [await person(), await person()]
  const browser = web.visitor(tenant)
  await signIn(browser, before.email)
  const answer = await signIn(browser, after.email, 'salah sekali')
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain('Invalid credentials')
  expect(await browser.get('/login')).toRedirectTo('/dashboard')
})

test('a call of the API neither looks for the cookie nor ends its session', async () => {
  const who = await person()
  const browser = web.visitor(tenant)
  await signIn(browser, who.email)
  const body = JSON.stringify({ email: who.email, password })
  const answer = await browser.send('/api/auth/login/email', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(200)
  expect(await sessionsOf(who.id)).toEqual(['email', 'api'])
})

describe('an operator', () => {
  const sessions = async (id: string) =>
    (
      await platform((trx) =>
        trx.selectFrom('platform.operator_session').select('id').where('operator_id', '=', id).execute(),
      )
    ).length

  test('by password', async () => {
    const [before, after] = [await addOperator(), await addOperator()]
    const browser = web.visitor(mainHost)
    await signIn(browser, before.email)
    await signIn(browser, after.email)
    expect([await sessions(before.id), await sessions(after.id)]).toEqual([0, 1])
    await signIn(browser, after.email)
    expect(await sessions(after.id)).toBe(1)
  })

  test('with the second factor: when the code is given, not before', async () => {
    const { id, email, secret, browser } = await secured(web)
    expect(await signIn(browser, email)).toRedirectTo('/admin/login/code')
    expect((await browser.get('/admin/dashboard')).status).toBe(200)
    expect(await giveCode(browser, await appCode(secret))).toRedirectTo('/admin/dashboard')
    expect(await sessions(id)).toBe(1)
    expect((await browser.get('/admin/dashboard')).status).toBe(200)
  })
})
