import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newRecoveryToken } from '#app/domain/identity/passwords/recovery.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type Accounts, openAccounts } from '#tests/support/people/accounts.ts'
import { forgetCounts } from '#tests/support/people/codes.ts'
import { password, signIn } from '#tests/support/people/sign-in.ts'
import { app, mainHost, newOperator } from '#tests/support/product/http.ts'

let web: Accounts['web']
let tenant: Accounts['tenant']
let person: Accounts['person']
let kept: string
let other: Tenant
beforeAll(async () => {
  ;({ web, tenant, person, kept } = await openAccounts({ name: 'Sekolah Mutiara', subdomain: 'mutiara' }))
  other = await freshTenant()
})
beforeEach(() => forgetCounts(tenant))

const onPlatform: Tenant['write'] = (work) => withPlatform(tenant.database.pool, work)
const fresh = 'hujan petang tadi'
const twice = (word: string) => ({ password: word, password_confirmation: word })

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
    // Also from where nobody knows them: those who sign in from a network of theirs are counted apart.
    const behind = await app({ trustProxy: true })
    const fields = { email: email!, password: fresh }
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' }
    expect(await behind.visitor(tenant).post('/login', fields, elsewhere)).toRedirectTo('/dashboard')
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

  test('strangers who ask for many do not use up those of who asks from where they sign in', async () => {
    const behind = await app({ trustProxy: true })
    const from = (ip: string) => ({ 'x-forwarded-for': ip })
    const { email, id } = await person()
    const fields = { email: email!, password }
    expect(await behind.visitor(tenant).post('/login', fields, from('203.0.113.7'))).toRedirectTo(
      '/dashboard',
    )
    const ask = (ip: string) => behind.visitor(tenant).post('/forgot', { email: email! }, from(ip))
    const sent = async () => {
      const rows = await onPlatform((trx) =>
        trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'recovery.send').execute(),
      )
      return rows.filter(({ payload }) => (payload as { user_id: string }).user_id === id).length
    }
    for (let n = 0; n < 5; n++) await ask(`198.51.100.${n}`)
    expect(await sent()).toBe(3)
    await ask('203.0.113.7')
    expect(await sent()).toBe(4)
  })
})
