import { beforeAll, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { changeRegistrationForm } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { publishOwnPaper } from '#app/domain/organisation/legal/own-papers.ts'
import { newId, newPublicCode } from '#db/id.ts'
import { subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import {
  answersOfFamily,
  aqil,
  begins,
  document,
  hiddenOf,
  mother,
  registers,
  setsCode,
} from '#tests/support/product/register.ts'

let web: App
let tenant: Tenant
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant({ name: 'Tadika Sinar', default_locale: 'my' })
})

const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()

/** Numbers for which what was handed in counts. */
async function countedPhones(of: Tenant): Promise<string[]> {
  const rows = await of.read((db) => db.selectFrom('platform.rate_limit').select('key').execute())
  return rows.map(({ key }) => key).filter((key) => key.startsWith('registration.hand_in:+60'))
}

describe.each(['en', 'my'] as const)('a family registers, in %s,', (locale) => {
  test('step by step, without scripts, and follows its application', async () => {
    const own = await freshTenant()
    const [maths, science] = await own.write(async (trx) => [
      await subject(trx, { name: 'Matematik' }),
      await subject(trx, { name: 'Sains', capacity: 1 }),
    ])
    const today = currentDay()
    const rules = { body_en: '## Ours', body_my: '## Kami', valid_from: today }
    const superadmin = await own.actor('superadmin')
    for (const slug of ['privacy', 'terms', 'terms'] as const)
      await own.write((trx) => publishOwnPaper(trx, superadmin, slug, rules))
    const browser = web.visitor(own)
    await browser.get(`/language/${locale}?to=/register`)
    await begins(browser, own)
    await registers(browser, [maths!.id, science!.id])
    expect(await browser.post('/register/documents', document('birth_certificate', 1))).toRedirectTo(
      '/register/documents',
    )
    const review = await textOf(browser, '/register/review')
    for (const word of ['Siti Aminah', 'Guru', 'Matematik', 'Sains', 'sijil.jpg'])
      expect(review).toContain(word)
    for (const slug of ['privacy', 'terms']) expect(review).toContain(`href="/help/legal/${slug}"`)
    const counted = await countedPhones(own)
    const sent = { ...hiddenOf(review), consent: 'on' }
    expect((await browser.post('/register/review', hiddenOf(review))).status).toBe(422)
    expect((await browser.post('/register/review', { ...sent, version: '1' })).status).toBe(409)
    expect(await browser.post('/register/review', sent)).toRedirectTo('/register/phone/code')
    // The button pressed twice asks for no second code.
    expect(await browser.post('/register/review', sent)).toRedirectTo('/register/phone/code')
    expect(await countedPhones(own)).toEqual(counted)
    await setsCode(own)
    expect((await browser.post('/register/phone/code', { code: '111111' })).status).toBe(422)
    const [first, second] = await Promise.all([
      browser.post('/register/phone/code', { code: '424242' }),
      browser.post('/register/phone/code', { code: '424242' }),
    ])
    expect(first).toRedirectTo('/register/done')
    expect(second).toRedirectTo('/register/done')
    expect(await countedPhones(own)).toHaveLength(counted.length + 1)
    const done = await textOf(browser, '/register/done')
    const status = /href="(\/application\/status\/[^"]+)"/.exec(done)![1]!
    const page = await web.visitor(own).get(status)
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    const html = await page.text()
    for (const word of ['APP-26-000001', 'Matematik', 'Aqil Danial']) expect(html).toContain(word)
    expect(html).not.toContain(answersOfFamily.identity_no)
    expect(await own.read((db) => db.selectFrom('application').select('id').execute())).toHaveLength(1)
    const agreed = await textOf(await web.signedInAs(own, 'superadmin'), '/legal-consent')
    expect(agreed).toContain('Siti Aminah')
    expect(
      await own.read((db) =>
        db
          .selectFrom('legal_consent')
          .innerJoin('application', 'application.id', 'application_id')
          .select(['publisher', 'paper', 'legal_consent.version', 'consent_version'])
          .orderBy('paper')
          .execute(),
      ),
    ).toEqual(
      [
        { publisher: 'organisation', paper: 'privacy', version: today },
        { publisher: 'organisation', paper: 'terms', version: `${today}.2` },
      ].map((one) => ({
        ...one,
        consent_version: `organisation/privacy/${today} organisation/terms/${today}.2`,
      })),
    )
    const anybody = web.visitor(own)
    expect(await anybody.post(status, {})).toRedirectTo(status)
    expect(await textOf(anybody, status)).toContain('APP-26-000001')
    expect((await own.read((db) => db.selectFrom('application').select('status').execute()))[0]?.status).toBe(
      'rejected',
    )
  })
})

test('what was changed after the family agreed is not sent with the code, but read and agreed to again', async () => {
  const own = await freshTenant()
  const { id } = await own.write((trx) => subject(trx))
  const browser = web.visitor(own)
  await begins(browser, own)
  await registers(browser, [id])
  await browser.post('/register/documents', document('birth_certificate', 1))
  const review = await textOf(browser, '/register/review')
  const sent = { ...hiddenOf(review), consent: 'on' }
  expect(await browser.post('/register/review', sent)).toRedirectTo('/register/phone/code')
  const { version = '' } = hiddenOf(await textOf(browser, '/register/parent/1'))
  await browser.post('/register/parent/1?check=1', { ...mother, occupation: 'Jururawat', version })
  await setsCode(own)
  expect(await browser.post('/register/phone/code', { code: '424242' })).toRedirectTo(
    '/register/review#hand-in',
  )
  expect(await own.read((db) => db.selectFrom('application').select('id').execute())).toEqual([])
})

describe('what was typed', () => {
  test('wrong stays on the page, and when one comes back', async () => {
    const browser = web.visitor(tenant)
    const answer = await browser.post('/register/parent/1', { ...mother, phone: '123', version: '0' })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('value="Siti Aminah"')
    expect(html).toContain('value="123"')
    expect(hiddenOf(html).version).toBe('1')
    expect(await textOf(browser, '/register/parent/1')).toContain('value="123"')
    const again = await browser.post('/register/parent/1', { ...mother, version: '1' })
    expect(again).toRedirectTo('/register/student/1')
  })

  test('is there in another browser by the link, which leads out of the address', async () => {
    const browser = web.visitor(tenant)
    await begins(browser, tenant)
    const code = decodeURIComponent(browser.cookies.get('registration')!)
    const plain = JSON.parse(Buffer.from(code, 'base64').toString()) as string
    const other = web.visitor(tenant)
    expect(await other.get(`/register/resume/${plain}`)).toRedirectTo('/register')
    expect(await textOf(other, '/register/parent/1')).toContain('Siti Aminah')
    expect(JSON.stringify(web.log)).not.toContain(plain)
    expect((await web.visitor(tenant).get(`/register/resume/${newPublicCode()}`)).status).toBe(404)
    const elsewhere = await freshTenant()
    expect((await web.visitor(elsewhere).get(`/register/resume/${plain}`)).status).toBe(404)
  })

  test('in two windows is not overwritten silently', async () => {
    const browser = web.visitor(tenant)
    await begins(browser, tenant)
    expect(
      await browser.post('/register/parent/1', { ...mother, name: 'Dari tetingkap satu', version: '1' }),
    ).toRedirectTo('/register/student/1')
    const second = await browser.post('/register/parent/1', {
      ...mother,
      name: 'Dari tetingkap dua',
      version: '1',
    })
    expect(second.status).toBe(409)
    expect(await second.text()).toContain('Dari tetingkap dua')
    expect(await textOf(browser, '/register/parent/1')).toContain('Dari tetingkap satu')
  })

  test('goes wholly when the family says so', async () => {
    const browser = web.visitor(tenant)
    await begins(browser, tenant)
    await browser.post('/register/forget')
    expect(browser.cookies.has('registration')).toBe(false)
    expect(await browser.get('/register/review')).toRedirectTo('/register')
  })

  test('is kept by the button that leads back, right or wrong', async () => {
    const browser = web.visitor(tenant)
    await begins(browser, tenant)
    const half = { name: 'Aqil', born_on: 'esok', go: 'back', version: '1' }
    expect(await browser.post('/register/student/1', half)).toRedirectTo('/register/parent/1')
    expect(await textOf(browser, '/register/student/1')).toContain('value="Aqil"')
    expect(await browser.post('/register/parent/1', { ...mother, go: 'back', version: '2' })).toRedirectTo(
      '/register',
    )
  })

  test('is changed from the summary, to which each page then leads back', async () => {
    const browser = web.visitor(tenant)
    const { id } = await tenant.write((trx) => subject(trx))
    await begins(browser, tenant)
    await registers(browser, [id])
    const review = await textOf(browser, '/register/review')
    const links = [...review.matchAll(/href="(\/register\/[a-z]+(?:\/\d)?\?check=1)"/g)].map(
      ([, href]) => href!,
    )
    expect(links).toEqual(
      expect.arrayContaining([
        '/register/parent/1?check=1',
        '/register/student/1?check=1',
        '/register/subjects/1?check=1',
      ]),
    )
    const { version } = hiddenOf(await textOf(browser, '/register/parent/1?check=1'))
    const changed = { ...mother, name: 'Siti Aminah binti Ali', version: version! }
    expect(await browser.post('/register/parent/1?check=1', changed)).toRedirectTo('/register/review')
    expect(await textOf(browser, '/register/review')).toContain('Siti Aminah binti Ali')
    // Another child from there, too.
    expect(review).toContain('href="/register/student/2"')
  })

  test('that has expired is said to be gone', async () => {
    const browser = web.visitor(tenant)
    await begins(browser, tenant)
    await tenant.write((trx) =>
      trx
        .updateTable('registration_draft')
        .set({ expires_at: new Date(0) })
        .execute(),
    )
    expect(await browser.get('/register/review')).toRedirectTo('/register')
    expect(await textOf(browser, '/register')).toContain('has expired or was deleted')
  })

  test('is kept although the class fills up or closes between two steps, and the review says so', async () => {
    const browser = web.visitor(tenant)
    const { id } = await tenant.write((trx) => subject(trx, { name: 'Robotik' }))
    await begins(browser, tenant)
    await registers(browser, [id])
    await tenant.write((trx) =>
      trx.updateTable('subject').set({ registration_open: false }).where('id', '=', id).execute(),
    )
    const review = await textOf(browser, '/register/review')
    expect(review).toContain('href="/register/subjects/1?check=1"')
    expect(review).toContain('Aqil Danial')
    expect(await textOf(browser, '/register/subjects/1')).toContain(`value="${id}"`)
  })
})

describe('the first page', () => {
  test('of a class says how it stands; an unknown one is not found', async () => {
    const [open, closed] = await tenant.write(async (trx) => [
      await subject(trx, { name: 'Tarian' }),
      await subject(trx, { name: 'Silat', registration_open: false }),
    ])
    const browser = web.visitor(tenant)
    expect(await textOf(browser, `/register/${open!.id}`)).toContain(`/register/parent/1?subject=${open!.id}`)
    expect(await textOf(browser, `/register/${closed!.id}`)).not.toContain('?subject=')
    for (const id of [newId(), 'nonsense']) expect((await browser.get(`/register/${id}`)).status).toBe(404)
  })

  test('of a class is where its first child comes to it, also after a slip', async () => {
    const { id } = await tenant.write((trx) => subject(trx, { name: 'Gamelan' }))
    const browser = web.visitor(tenant)
    const start = `/register/parent/1?subject=${id}`
    const html = await textOf(browser, start)
    // A form without an address of its own is sent to that of its page.
    expect(html).toMatch(/<form method="post" id="[^"]*" class="fields"/)
    expect(html).not.toContain(`value="${id}"`)
    const wrong = await browser.post(start, { ...mother, phone: '1', version: '0' })
    expect(wrong.status).toBe(422)
    const { version } = hiddenOf(await wrong.text())
    expect(await browser.post(start, { ...mother, version: version! })).toRedirectTo('/register/student/1')
    await browser.post('/register/student/1', { ...aqil, version: '0' })
    expect(await textOf(browser, '/register/review')).toContain('Gamelan')
  })

  test('of an organisation that takes none says so, whatever has been begun', async () => {
    const own = await freshTenant()
    const browser = web.visitor(own)
    await begins(browser, own)
    expect(await textOf(browser, '/login')).toContain('href="/register"')
    const actor = await own.actor('superadmin')
    await own.write((trx) => changeRegistrationForm(trx, actor, 0, () => ({ open: false })))
    expect(await browser.get('/register/review')).toRedirectTo('/register')
    expect(await textOf(browser, '/register')).not.toContain('/register/parent')
    expect((await browser.post('/register/parent/1', { ...mother, version: '1' })).status).toBe(302)
    expect(await textOf(browser, '/login')).not.toContain('href="/register"')
  })

  test('shows nothing of what somebody signed in has begun to who is not', async () => {
    const browser = await web.signedInAs(tenant, 'parent')
    const { id } = await tenant.actor('parent')
    await browser.post('/register/parent/2', { ...mother, version: '0' })
    const row = await tenant.read((db) =>
      db.selectFrom('registration_draft').select('id').where('user_id', '=', id).execute(),
    )
    expect(row).toHaveLength(1)
    browser.cookies.delete('lunas')
    const html = await textOf(browser, '/register')
    expect(html).toContain('/login/phone?to=')
    expect(await browser.get('/register/parent/2')).toRedirectTo('/register')
  })
})
