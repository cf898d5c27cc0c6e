import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { shippedVersion } from '#app/domain/core/help/legal-paper.ts'
import { open } from '#app/domain/core/secrets.ts'
import { newPublicCode } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { expireRegistrations } from '#jobs/handlers/registrations.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database/database.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import {
  answers,
  answersAll,
  anySubdomain,
  begins,
  handsIn,
  paperOf,
  textOf,
} from '#tests/support/product/front.ts'
import { type App, app, mainHost } from '#tests/support/product/http.ts'
import { salesPackage } from '#tests/support/product/packages.ts'
import { hiddenOf } from '#tests/support/product/register.ts'
import '#tests/support/product/matchers.ts'

let web: App
let database: TestDatabase
let packageId: string
beforeAll(async () => {
  web = await app()
  database = await testDatabase()
  packageId = await salesPackage(database, { name: 'Pakej Mawar' }, [
    ...['invoicing', 'api', 'infaq', 'custom_domain', 'custom_smtp', 'chip'],
  ])
})
const platform = <R>(work: Parameters<typeof withPlatform<R>>[1]) => withPlatform(database.pool, work)
beforeEach(() => platform((trx) => trx.deleteFrom('platform.rate_limit').execute()))

const registrationsOf = (subdomain: string) =>
  platform((trx) =>
    trx.selectFrom('platform.entity_registration').selectAll().where('subdomain', '=', subdomain).execute(),
  )

describe('the front door', () => {
  test('begins at once, says what it costs, and leads to packages, organisations and operators', async () => {
    const html = await textOf(web.visitor(mainHost), '/register')
    for (const href of [
      '/',
      '/register/package',
      '/register/continue',
      '/login/organisation',
      '/admin/login',
    ])
      expect(html).toContain(`href="${href}"`)
    expect(html.indexOf('Start registration')).toBeLessThan(html.indexOf('Pakej Mawar'))
    for (const words of ['RM480.00', 'RM200.00 to register, once', 'RM1.00 per FPX payment', 'What you need'])
      expect(html).toContain(words)
    expect(html).not.toContain('<script')
    expect(await textOf(web.visitor(mainHost), '/login/organisation')).toContain('href="/register"')
  })

  test('shows what is on offer alone, with fees, limits and features', async () => {
    await salesPackage(database, { name: 'Pakej Rahsia', is_public: false })
    await salesPackage(database, { name: 'Pakej Lama', status: 'inactive' })
    const html = await textOf(web.visitor(mainHost), '/register/package')
    for (const word of [
      'Pakej Mawar',
      'RM480.00',
      'RM200.00',
      'no limit',
      'Infaq',
      'Take gifts online, each with its receipt.',
    ])
      expect(html).toContain(word)
    for (const word of ['Pakej Rahsia', 'Pakej Lama', 'E-invoices', 'Connect programs of your own'])
      expect(html).not.toContain(word)
  })

  test('offers to begin only while there is a package', async () => {
    const page = () => textOf(web.visitor(mainHost), '/register')
    const begin = 'action="/register/organisation/begin"'
    expect(await page()).toContain(begin)
    const packages = await platform((trx) =>
      trx
        .updateTable('platform.package')
        .set({ status: 'inactive' })
        .where('status', '=', 'active')
        .returning('id')
        .execute(),
    )
    onTestFinished(async () => {
      const ids = packages.map(({ id }) => id)
      await platform((trx) =>
        trx.updateTable('platform.package').set({ status: 'active' }).where('id', 'in', ids).execute(),
      )
    })
    const html = await page()
    expect(html).toContain('New organisations can’t register at the moment')
    expect(html).not.toContain(begin)
  })

  test('is the main host’s alone', async () => {
    const tenant = await freshTenant()
    for (const path of ['/register/package', '/register/organisation/begin'])
      expect(await web.visitor(tenant).get(path)).toRedirectTo('/login')
  })
})

describe('the steps', () => {
  test('end in one registration with invoice, documents and mail, however often they are sent', async () => {
    const browser = web.visitor(mainHost)
    const subdomain = anySubdomain()
    const base = await answersAll(browser, packageId, subdomain)
    const review = await textOf(browser, `${base}/review`)
    for (const word of [
      'Tadika Mawar Sdn Bhd',
      `http://${subdomain}.localhost:3000`,
      '•••• 5678',
      'sijil.jpg',
    ])
      expect(review).toContain(word)
    expect(review).not.toContain('514012345678')
    const { version } = hiddenOf(review)
    const sends = () =>
      browser.post(`${base}/review`, {
        ...{ terms: 'on', version: version!, agreed: shippedVersion('terms')! },
      })
    for (const answer of await Promise.all([sends(), sends(), sends()]))
      expect(answer).toRedirectTo(`${base}/done`)
    expect(await sends()).toRedirectTo(`${base}/done`)
    const [row, ...others] = await registrationsOf(subdomain)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      ...{ package_id: packageId, contact_phone: '+60123456789', address_line1: '2, Jalan Mawar' },
      ...{
        organisation_type: 'kindergarten',
        bank_name: 'Maybank',
        agreed_terms_version: shippedVersion('terms'),
      },
    })
    const cell = { place: 'platform', table: 'entity_registration', column: 'account_number_sealed' }
    expect(open(web.services.ring, { ...cell, row: row!.id }, row!.account_number_sealed)).toBe(
      '514012345678',
    )
    const files = await platform((trx) =>
      trx
        .selectFrom('platform.entity_registration_file')
        .select(['kind', 'draft_id'])
        .where('registration_id', '=', row!.id)
        .execute(),
    )
    expect(files).toEqual([{ kind: 'certificate', draft_id: null }])
    const done = await textOf(web.visitor(mainHost), `${base}/done`)
    for (const word of [row!.reference, 'PI-', 'RM680.00', 'mawar@tadika.test']) expect(done).toContain(word)
    for (const step of ['review', 'bank', 'documents'])
      expect(await browser.get(`${base}/${step}`)).toRedirectTo(`${base}/done`)
    expect(await browser.post(`${base}/bank`, answers.bank)).toRedirectTo(`${base}/done`)
    expect(await browser.get(base)).toRedirectTo(`${base}/done`)
  })

  test.each([
    ['organisation', { ...answers.organisation, postcode: '3000' }, 'value="Tadika Mawar"'],
    ['contact', { ...answers.contact, contact_email: 'mawar' }, 'value="Puan Mawar"'],
    ['subdomain', { subdomain: 'Mawar_Harum' }, 'value="Mawar_Harum"'],
    ['bank', { ...answers.bank, account_number: '12' }, 'value="Tadika Mawar"'],
    ['connections', { smtp_host: 'smtp.mawar.test', smtp_port: '99999' }, 'value="smtp.mawar.test"'],
    ['package', { package_id: 'none' }, 'class="error"'],
  ] as const)(
    '%s keeps what was typed wrong, on the page and when one comes back',
    async (step, typed, kept) => {
      const browser = web.visitor(mainHost)
      const base = await begins(browser, packageId)
      const answer = await browser.post(`${base}/${step}`, typed)
      expect(answer.status).toBe(422)
      const html = await answer.text()
      expect(html).toContain('role="alert"')
      expect(html).toContain('class="error"')
      expect(html).toContain(kept)
      const again = await textOf(web.visitor(mainHost), `${base}/${step}?check`)
      expect(again).toContain('role="alert"')
      expect(again).toContain(kept)
      expect(await textOf(browser, `${base}/review`)).toContain(`${base}/${step}?check`)
    },
  )

  test('hand in nothing that is missing, was changed meanwhile, or has no consent', async () => {
    const browser = web.visitor(mainHost)
    const base = await begins(browser, packageId)
    const missing = await handsIn(browser, base)
    expect(missing.status).toBe(422)
    expect(await missing.text()).toContain('Something is still missing')
    const subdomain = anySubdomain()
    const whole = await answersAll(browser, packageId, subdomain)
    expect((await handsIn(browser, whole, { terms: '' })).status).toBe(422)
    expect((await handsIn(browser, whole, { version: '1' })).status).toBe(409)
    expect(await registrationsOf(subdomain)).toEqual([])
  })

  test('go on from another browser by the code, typed or in the address, to the first open step', async () => {
    const base = await begins(web.visitor(mainHost), packageId)
    const code = base.split('/').at(-1)!
    await web.visitor(mainHost).post(`${base}/organisation`, answers.organisation)
    const other = web.visitor(mainHost)
    const typed = code.toUpperCase().replace(/(.{7})/g, '$1-')
    expect(await other.post('/register/continue', { code: typed })).toRedirectTo(base)
    expect(await other.get(base)).toRedirectTo(`${base}/contact`)
    const page = await other.get(`${base}/organisation`)
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    const html = await page.text()
    expect(html).toContain('value="2, Jalan Mawar"')
    expect(html).toContain(code.slice(0, 7))
    expect(JSON.stringify(web.log)).not.toContain(code)
  })

  test('are found by nobody’s code', async () => {
    const stranger = web.visitor(mainHost)
    for (const code of [newPublicCode(), 'none', 'x'.repeat(200)]) {
      const answer = await stranger.post('/register/continue', { code })
      expect([404, 422]).toContain(answer.status)
      expect(await answer.text()).toContain('value="')
      for (const page of ['', '/bank', '/review', '/done', '/document/0198f000-0000-7000-8000-000000000000'])
        expect((await stranger.get(`/register/organisation/${code}${page}`)).status, page).toBe(404)
      expect((await stranger.post(`/register/organisation/${code}/bank`, answers.bank)).status).toBe(404)
      expect((await stranger.post(`/register/organisation/${code}/forget`, {})).status).toBe(404)
    }
    for (let go = 0; go < 31; go++) await stranger.post('/register/continue', { code: newPublicCode() })
    expect((await stranger.post('/register/continue', { code: newPublicCode() })).status).toBe(429)
    const base = await begins(web.visitor(mainHost), packageId)
    expect((await stranger.get(`${base}/organisation`)).status).toBe(200)
  })
})

test('a package without a domain, a mail server or CHIP asks for none of them, and forgets what was typed', async () => {
  const small = await salesPackage(database, { name: 'Pakej Kecil' }, ['invoicing', 'fpx'])
  const browser = web.visitor(mainHost)
  const subdomain = anySubdomain()
  const base = await answersAll(browser, packageId, subdomain)
  const typed = {
    ...{ custom_domain: 'kecil.mawar.test', smtp_host: 'smtp.mawar.test', smtp_port: '587' },
    ...{ smtp_sender_name: 'Mawar', smtp_sender_email: 'kecil@mawar.test' },
    ...{ gateway_brand_id: 'brand-9', gateway_secret: 'rahsia-chip' },
  }
  expect(await browser.post(`${base}/connections`, typed)).toRedirectTo(`${base}/review`)
  expect(await textOf(browser, `${base}/organisation`)).toContain('of 8')
  expect((await browser.post(`${base}/package`, { package_id: small })).status).toBe(302)
  expect(await textOf(browser, `${base}/organisation`)).toContain('of 7')
  expect(await browser.get(`${base}/connections`)).toRedirectTo(`${base}/review`)
  expect(await textOf(browser, `${base}/documents`)).toContain(`${base}/review`)
  const review = await textOf(browser, `${base}/review`)
  expect(review).not.toMatch(/kecil\.mawar\.test|smtp\.mawar\.test|CHIP/)
  expect(await handsIn(browser, base)).toRedirectTo(`${base}/done`)
  expect(await registrationsOf(subdomain)).toMatchObject([
    { custom_domain: null, smtp_host: null, gateway_brand_id: null },
  ])
})

describe('secrets', () => {
  test('are kept by an empty field and never sent back', async () => {
    const browser = web.visitor(mainHost)
    const subdomain = anySubdomain()
    const base = await answersAll(browser, packageId, subdomain)
    const connections = {
      ...{ custom_domain: 'yuran.mawar.test', smtp_host: 'smtp.mawar.test', smtp_port: '587' },
      ...{ smtp_username: 'mawar', smtp_sender_name: 'Mawar', smtp_sender_email: 'yuran@mawar.test' },
      ...{ smtp_password: 'rahsia-mel', gateway_brand_id: 'brand-9', gateway_secret: 'rahsia-chip' },
    }
    const secret = /rahsia-mel|rahsia-chip|514012345678|5140-1234/
    const wrong = await browser.post(`${base}/connections`, { ...connections, smtp_port: '0' })
    expect([wrong.status, secret.test(await wrong.text())]).toEqual([422, false])
    const kept = { ...connections, smtp_password: '', gateway_secret: '' }
    expect(await browser.post(`${base}/connections`, kept)).toRedirectTo(`${base}/review`)
    const bank = { ...answers.bank, account_name: '', account_number: '' }
    const unnamed = await browser.post(`${base}/bank`, bank)
    expect([unnamed.status, secret.test(await unnamed.text())]).toEqual([422, false])
    expect(await browser.post(`${base}/bank`, { ...bank, account_name: 'Mawar' })).toRedirectTo(
      `${base}/documents`,
    )
    for (const page of ['connections', 'connections?check', 'bank', 'bank?check', 'review'])
      expect(await textOf(browser, `${base}/${page}`), page).not.toMatch(secret)
    expect(await textOf(browser, `${base}/bank`)).toContain('•••• 5678')
    const drafts = await platform((trx) =>
      trx.selectFrom('platform.entity_registration_draft').selectAll().execute(),
    )
    expect(JSON.stringify(drafts) + JSON.stringify(web.log)).not.toMatch(secret)
    expect(await handsIn(browser, base)).toRedirectTo(`${base}/done`)
    const [row] = await registrationsOf(subdomain)
    expect(row).toMatchObject({ smtp_port: 587, custom_domain: 'yuran.mawar.test', account_name: 'Mawar' })
    const opened = (column: 'smtp_password_sealed' | 'gateway_secret_sealed' | 'account_number_sealed') =>
      open(
        web.services.ring,
        { place: 'platform', table: 'entity_registration', row: row!.id, column },
        row![column]!,
      )
    expect(opened('smtp_password_sealed')).toBe('rahsia-mel')
    expect(opened('gateway_secret_sealed')).toBe('rahsia-chip')
    expect(opened('account_number_sealed')).toBe('514012345678')
  })
})

describe('documents', () => {
  test('are one to five, seen by the code and removed again', async () => {
    const browser = web.visitor(mainHost)
    const base = await begins(browser, packageId)
    const page = `${base}/documents`
    expect((await browser.post(page, paperOf('certificate', { bytes: 'text' }))).status).toBe(422)
    expect((await browser.post(page, paperOf('poem'))).status).toBe(422)
    for (let go = 0; go < 5; go++) expect(await browser.post(page, paperOf('licence'))).toRedirectTo(page)
    const sixth = await browser.post(page, paperOf('other'))
    expect([sixth.status, await sixth.text()]).toEqual([422, expect.stringContaining('too many files')])
    const [, id] = /\/document\/([0-9a-f-]{36})"/.exec(await textOf(browser, page))!
    const shown = await browser.get(`${base}/document/${id}`)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    const other = await begins(web.visitor(mainHost), packageId)
    expect((await browser.get(`${other}/document/${id}`)).status).toBe(404)
    expect((await browser.post(`${other}/document/remove`, { id: id! })).status).toBe(404)
    expect(await browser.post(`${base}/document/remove`, { id: id! })).toRedirectTo(page)
    expect((await browser.get(`${base}/document/${id}`)).status).toBe(404)
  })
})

test('what was begun is deleted on demand, and by itself when its time is over', async () => {
  const browser = web.visitor(mainHost)
  const [one, two] = [await begins(browser, packageId), await begins(browser, packageId)]
  await browser.post(`${two}/documents`, paperOf('licence'))
  expect(await browser.post(`${one}/forget`, {})).toRedirectTo('/register')
  expect((await browser.get(`${one}/organisation`)).status).toBe(404)
  await platform((trx) =>
    trx
      .updateTable('platform.entity_registration_draft')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .execute(),
  )
  expect((await browser.get(`${two}/organisation`)).status).toBe(404)
  const tools = jobTools(await freshTenant(), 'registration.expire')
  await expireRegistrations({}, { ...tools, withTenant: platform })
  const left = await platform((trx) =>
    trx.selectFrom('platform.entity_registration_draft').select('id').execute(),
  )
  const files = await platform((trx) =>
    trx
      .selectFrom('platform.entity_registration_file')
      .select('id')
      .where('draft_id', 'is not', null)
      .execute(),
  )
  expect([left, files]).toEqual([[], []])
})
