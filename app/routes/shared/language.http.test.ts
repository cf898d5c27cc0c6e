import { beforeAll, describe, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { createMailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { student, user } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { mailsTo } from '#tests/support/jobs/mails.ts'
import { forgetCounts, giveCode, newPhone } from '#tests/support/people/codes.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let tenant: Tenant
let web: App
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant({ name: 'Tadika Kenari' })
})

/** A parent with an account of their own, who pays for a child. */
async function family(given: { locale?: string; locale_chosen?: boolean } = {}) {
  const phone = newPhone()
  const email = `ibu${phone.slice(1)}@family.test`
  return tenant.write(async (trx) => {
    const account = await user(trx, { phone, email, roles: ['parent'], ...given })
    const preferred_locale = given.locale ?? 'en'
    const payer = account.parent!
    await trx
      .updateTable('parent')
      .set({ phone, email, preferred_locale })
      .where('id', '=', payer.id)
      .execute()
    const child = await student(trx, {}, { payer })
    const owner = { student_id: child.id, payer_parent_id: payer.id, branch_id: child.branch_id }
    return { phone, email, account, payer, bill: () => tenant.write((db) => invoice(db, owner)) }
  })
}

async function signIn(browser: Browser, phone: string) {
  await forgetCounts(tenant)
  await browser.post('/login/phone', { phone, channel: 'sms' })
  await tenant.write((trx) => giveCode(trx, phone))
  expect(await browser.post('/login/phone/code', { code: '271828' })).toRedirectTo('/dashboard')
}

const languageAt = async (browser: Browser, path: string, headers: Record<string, string> = {}) =>
  /<html lang="([a-z]+)/.exec(await (await browser.get(path, headers)).text())?.[1]

const stored = (id: string) =>
  tenant.read(async (db) => ({
    ...(await db
      .selectFrom('user_account')
      .select(['locale', 'locale_chosen'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()),
    ...(await db
      .selectFrom('parent')
      .select('preferred_locale')
      .where('user_id', '=', id)
      .executeTakeFirst()),
  }))

const malay = { locale: 'my', locale_chosen: true, preferred_locale: 'my' }

test('a link to the sign-in page in Malay: the SMS, the dashboard, the profile, the next invoice mail and the next sign-in are Malay', async () => {
  const { phone, email, account, bill } = await family()
  const browser = web.visitor(tenant)
  expect(await languageAt(browser, '/login?lng=my')).toBe('ms')
  expect(await languageAt(browser, '/login/phone')).toBe('ms')
  await signIn(browser, phone)
  const { locale } = await tenant.read((db) =>
    db.selectFrom('one_time_code').select('locale').where('address', '=', phone).executeTakeFirstOrThrow(),
  )
  expect(locale, 'the language of the SMS').toBe('my')
  expect(await languageAt(browser, '/dashboard')).toBe('ms')
  expect(await (await browser.get('/profile')).text()).toMatch(/Bahasa<\/dt><dd[^>]*>Bahasa Melayu/)
  expect(await stored(account.id)).toEqual(malay)

  const sandbox = await createMailSandbox({ folder: `${environment.dataDir}/language-mail` })
  const settings = { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` }
  await handlerOf('invoice.send')(
    { invoice_id: (await bill()).id },
    jobTools(tenant, 'invoice.send', { settings }),
  )
  const [mail] = await mailsTo(sandbox, email)
  await sandbox.close()
  expect(mail!.subject).toContain('bayar selewat-lewatnya')
  expect(mail!.plain).toMatch(/\/invoice\/status\/[^\s?]+\?lng=my\n/)

  const other = web.visitor(tenant)
  await signIn(other, phone)
  expect(await languageAt(other, '/dashboard')).toBe('ms')
})

describe('the switch', () => {
  test('writes the language of the account, for the mails of the parent too, and into the log', async () => {
    const { phone, account } = await family()
    const browser = web.visitor(tenant)
    await signIn(browser, phone)
    expect(await languageAt(browser, '/dashboard')).toBe('en')
    expect(await browser.get('/language/my?to=%2Fprofile')).toRedirectTo('/profile')
    expect(await languageAt(browser, '/profile')).toBe('ms')
    expect(await stored(account.id)).toEqual(malay)
    const log = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'actor_name', 'before', 'after'])
        .where('object_id', '=', account.id)
        .where('action', '=', 'profile.edited')
        .execute(),
    )
    const said = { before: { locale: 'en' }, after: { locale: 'my' } }
    expect(log).toEqual([{ action: 'profile.edited', actor_name: account.name, ...said }])
  })

  test('changes no account from a link on another site', async () => {
    const { phone, account } = await family()
    const browser = web.visitor(tenant)
    await signIn(browser, phone)
    await browser.get('/language/my?to=/', { 'sec-fetch-site': 'cross-site' })
    expect(await stored(account.id)).toMatchObject({ locale: 'en', preferred_locale: 'en' })
    expect(await languageAt(browser, '/profile')).toBe('en')
  })

  test('writes the language of an operator', async () => {
    const operator = await web.operator()
    expect(await languageAt(operator, '/admin/profile')).toBe('en')
    await operator.get('/language/my?to=/')
    expect(await languageAt(operator, '/admin/profile')).toBe('ms')
    const row = await withPlatform(tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.operator')
        .select('locale')
        .where('locale_chosen', '=', true)
        .executeTakeFirst(),
    )
    expect(row).toEqual({ locale: 'my' })
  })
})

describe('a choice before signing in', () => {
  test('with the switch wins over what the account had chosen', async () => {
    const { phone, account } = await family({ locale: 'en', locale_chosen: true })
    const browser = web.visitor(tenant)
    await browser.get('/language/my?to=/login')
    await signIn(browser, phone)
    expect(await stored(account.id)).toEqual(malay)
  })

  test('by the link of a mail leaves an account alone that has chosen', async () => {
    const { phone, account } = await family({ locale: 'en', locale_chosen: true })
    const browser = web.visitor(tenant)
    expect(await languageAt(browser, '/pay?lng=my')).toBe('ms')
    expect(await languageAt(browser, '/pay')).toBe('ms')
    await signIn(browser, phone)
    expect(await stored(account.id)).toMatchObject({ locale: 'en', preferred_locale: 'en' })
    expect(await languageAt(browser, '/dashboard')).toBe('en')
  })

  test('does not pass on to the next person who signs in with the same browser', async () => {
    const [first, second] = [await family(), await family({ locale: 'en', locale_chosen: true })]
    const browser = web.visitor(tenant)
    await browser.get('/language/my?to=/login')
    await signIn(browser, first.phone)
    await browser.post('/logout')
    expect(await languageAt(browser, '/login')).toBe('ms')
    await signIn(browser, second.phone)
    expect(await stored(second.account.id)).toMatchObject({ locale: 'en', preferred_locale: 'en' })
  })
})

test('somebody who never chose is asked on the dashboard, until the first answer', async () => {
  const { phone, account } = await family()
  const browser = web.visitor(tenant)
  await signIn(browser, phone)
  const asks = async (path: string) =>
    (await (await browser.get(path)).text()).includes('Bahasa? / Language?')
  expect([await asks('/dashboard'), await asks('/invoice')]).toEqual([true, false])
  await browser.get('/language/en?to=/dashboard')
  expect(await asks('/dashboard')).toBe(false)
  expect(await stored(account.id)).toMatchObject({ locale: 'en', locale_chosen: true })
})

test('a guest: the switch comes before the language of a link, and a link before that of the browser', async () => {
  const guest = web.visitor(tenant)
  const english = { 'accept-language': 'en' }
  expect(await languageAt(guest, '/pay', english)).toBe('en')
  expect(await languageAt(guest, '/pay?lng=my', english)).toBe('ms')
  await guest.get('/language/en?to=/pay')
  expect(await languageAt(guest, '/pay?lng=my', english)).toBe('en')
  expect(await languageAt(guest, '/pay?lng=xx', english)).toBe('en')
})
