import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { begins, document, hiddenOf, mother, registers } from '#tests/support/product/register.ts'

let web: App
let tenant: Tenant
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
})

const child = { name: 'Aqil', born_on: '2018-02-03', gender: 'male', birth_cert_no: 'AB 12345' }
const pages = ['', '/parent/1', '/student/1', '/subjects/1', '/documents', '/review']

/** No page of a draft is broken, whatever its forms were sent with. */
async function isWhole(browser: Browser) {
  for (const page of pages) expect((await browser.get(`/register${page}`)).status, page).toBeLessThan(400)
}

describe('a class in a hidden field', () => {
  test.each([
    ['that is no id', 'x'],
    ['that nobody has', newId()],
    ['of a thousand letters', 'a'.repeat(1_000)],
  ])('%s leaves no draft behind that cannot be opened', async (_, forged) => {
    const browser = web.visitor(tenant)
    await browser.post('/register/parent/1', { ...mother, version: '0', subject: forged })
    await browser.post('/register/student/1', { ...child, version: '1', subject: forged })
    await isWhole(browser)
  })

  test('of another organisation is chosen for nobody', async () => {
    const other = await freshTenant()
    const foreign = await other.write((trx) => subject(trx, { name: 'Kelas Orang Lain' }))
    const own = await tenant.write((trx) => subject(trx))
    const browser = web.visitor(tenant)
    await begins(browser, tenant)
    await registers(browser, [own.id])
    const { version } = hiddenOf(await (await browser.get('/register/subjects/1')).text())
    const many = [foreign.id, ...Array.from({ length: 200 }, () => newId()), own.id, own.id]
    await browser.post('/register/subjects/1', { subject_id: many, shown: many, version: version! })
    const html = await (await browser.get('/register/review')).text()
    expect(html).not.toContain('Kelas Orang Lain')
    await isWhole(browser)
  })
})

test('places that nobody has are not found, and nothing is kept of them', async () => {
  const browser = web.visitor(tenant)
  await begins(browser, tenant)
  for (const place of ['0', '-1', '11', '99', '1.5', 'x', '%00'])
    for (const noun of ['parent', 'student']) {
      const path = `/register/${noun}/${place}`
      expect((await browser.get(path)).status, path).toBe(404)
      expect((await browser.post(path, { ...mother, version: '0' })).status, path).toBe(404)
    }
  await isWhole(browser)
})

test('names of files end no header and lead to no other folder', async () => {
  const browser = web.visitor(tenant)
  const { id } = await tenant.write((trx) => subject(trx))
  await begins(browser, tenant)
  await registers(browser, [id])
  for (const name of [
    '../../etc/passwd.jpg',
    'a\r\nSet-Cookie: x=1.jpg',
    '\u202Egpj.exe',
    'n\u0000.jpg',
    'x'.repeat(5_000),
  ]) {
    const answer = await browser.post('/register/documents', document('birth_certificate', 1, { name }))
    expect(answer.status, name.slice(0, 20)).toBeLessThan(500)
    expect(answer.headers.get('set-cookie') ?? '').not.toContain('x=1')
  }
  const kept = await tenant.read((db) => db.selectFrom('stored_file').select('name').execute())
  for (const { name } of kept) expect(name).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069/\\]/u)
  await isWhole(browser)
})

test('a verb is no link, and is taken from our own pages alone', async () => {
  const browser = web.visitor(tenant)
  const { id } = await tenant.write((trx) => subject(trx))
  await begins(browser, tenant)
  await registers(browser, [id])
  for (const path of [
    '/register/forget',
    '/register/student/remove',
    '/register/parent/remove',
    '/register/phone',
  ]) {
    await browser.get(path)
    const head = await browser.send(path, { method: 'HEAD' })
    expect(head.status, path).toBeLessThan(500)
  }
  for (const origin of ['https://evil.test', 'null'])
    expect((await browser.post('/register/forget', {}, { origin })).status).toBe(403)
  expect(await (await browser.get('/register/review')).text()).toContain('Aqil Danial')
})

test('zero bytes in what is searched or typed are no fault of ours', async () => {
  const browser = web.visitor(tenant)
  const { id } = await tenant.write((trx) => subject(trx))
  await begins(browser, tenant)
  await registers(browser, [id])
  expect((await browser.get('/register/subjects/1?q=%00&program=%00&page=-1')).status).toBeLessThan(500)
  const { version } = hiddenOf(await (await browser.get('/register/student/1')).text())
  const sent = { ...child, name: 'A\u0000qil\uD800', version: version! }
  expect((await browser.post('/register/student/1', sent)).status).toBeLessThan(500)
  await isWhole(browser)
})
