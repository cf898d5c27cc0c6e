import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withPlatform } from '#db/with-tenant.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { forgetCounts, giveCode, phoneOwner } from '#tests/support/people/codes.ts'
import { type App, app, type Browser, mainHost } from '#tests/support/product/http.ts'

let web: App
let one: Tenant
let two: Tenant
let third: Tenant
beforeAll(databaseForMany)

beforeAll(async () => {
  web = await app()
  one = await freshTenant({ name: 'Sekolah Satu' })
  two = await freshTenant({ name: 'Sekolah Dua' })
  third = await freshTenant({ name: 'Sekolah Tiga' })
})
beforeEach(() => forgetCounts(one))

/** Somebody known in two organisations, who has proven their number. */
async function proven() {
  const { phone, id } = await phoneOwner(one)
  await phoneOwner(two, { phone })
  await phoneOwner(third, { phone, status: 'inactive' })
  const browser = web.visitor(mainHost)
  await browser.post('/login/organisation', { contact: phone, channel: 'sms' })
  await withPlatform(one.database.pool, (trx) => giveCode(trx, phone))
  expect(await browser.post('/login/organisation/code', { code: '271828' })).toRedirectTo(
    '/login/organisation/choose',
  )
  return { browser, phone, id }
}

const subdomainOf = ({ host }: Tenant) => host.split('.')[0]!
const choose = (browser: Browser, tenant: Tenant) =>
  browser.post('/login/organisation/choose', { entity_id: tenant.place.id })
const ticketOf = (answer: Response) => new URL(answer.headers.get('location')!).searchParams.get('ticket')!

describe('finding an organisation by its name', () => {
  const search = async (name: string) => {
    const answer = await web.visitor(mainHost).get(`/login/organisation?name=${encodeURIComponent(name)}`)
    expect(answer.status).toBe(200)
    return answer.text()
  }

  test('leads to its sign-in page, by any words of the name or by its address', async () => {
    const door = `href="http://${one.host}:3000/login?lng=en"`
    expect(await search('satu SEKOLAH')).toContain(door)
    expect(await search(`  ${subdomainOf(one)}`)).toContain(door)
    expect(await search('Sekolah Satu')).not.toContain(`//${two.host}`)
  })

  test('shows no inactive one, and no wild card finds everybody', async () => {
    const closed = await freshTenant({ name: 'Sekolah Tutup', status: 'inactive' })
    expect(await search('Sekolah Tutup')).toContain('No organisation is called “Sekolah Tutup”')
    expect(await search(subdomainOf(closed))).not.toContain(closed.host)
    for (const wild of ['%%%', '___', '%_%'])
      expect(await search(wild)).toContain('No organisation is called')
  })

  test('wants three letters, and says when there are more than it shows', async () => {
    expect(await search('Se')).toContain('aria-invalid="true"')
    expect(await search('<b>"')).toContain('&lt;b&gt;&quot;')
    for (let n = 0; n < 11; n++) await freshTenant({ name: `Tadika Ramai ${n}` })
    const many = await search('Tadika Ramai')
    expect(many).toContain('There are more than 10')
    expect(many.split('Tadika Ramai ').length - 1).toBe(10)
  })

  test('begins at the operator’s sign-in page, where a visitor of the main host arrives', async () => {
    const visitor = web.visitor(mainHost)
    const page = await (await visitor.get('/admin/login')).text()
    expect(page).toContain('href="/login/organisation"')
    expect(page).toContain('Parents, trainers and staff sign in on the pages of their own organisation.')
  })
})

describe('choosing an organisation', () => {
  test('shows where the contact has an active account, and leads there', async () => {
    const { browser, id } = await proven()
    const page = await browser.get('/login/organisation/choose')
    const text = await page.text()
    expect(text).toContain('Sekolah Satu')
    expect(text).toContain('Sekolah Dua')
    expect(text).not.toContain('Sekolah Tiga')
    expect(page.headers.get('content-security-policy')).toContain(`http://${one.host}:3000`)
    const answer = await choose(browser, one)
    const door = new URL(answer.headers.get('location')!)
    expect(door.host).toBe(`${one.host}:3000`)
    const there = web.visitor(one)
    const asked = await (await there.get(door.pathname + door.search)).text()
    const { name } = await one.read((db) =>
      db.selectFrom('user_account').select('name').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(asked).toContain(name)
    expect(there.cookies.has('lunas')).toBe(false)
    expect(await there.post('/login/ticket', { ticket: ticketOf(answer) })).toRedirectTo('/dashboard')
    expect((await there.get('/dashboard')).status).toBe(200)
  })

  test('happens once for each code, and only in the browser that proved the contact', async () => {
    const { browser } = await proven()
    const stranger = web.visitor(mainHost)
    expect(await stranger.get('/login/organisation/choose')).toRedirectTo('/login/organisation')
    expect(await choose(stranger, one)).toRedirectTo('/login/organisation')
    const pending = browser.cookies.get('pending')!
    expect((await choose(browser, one)).headers.get('location')).toContain('ticket=')
    browser.cookies.set('pending', pending)
    expect(await choose(browser, two)).toRedirectTo('/login/organisation')
  })

  test('of an organisation where the contact has no active account is refused', async () => {
    const { browser } = await proven()
    expect((await choose(browser, third)).status).toBe(404)
  })

  test('needs the code: asking for it shows nothing', async () => {
    const { phone } = await phoneOwner(one)
    const browser = web.visitor(mainHost)
    await browser.post('/login/organisation', { contact: phone, channel: 'sms' })
    expect(await browser.get('/login/organisation/choose')).toRedirectTo('/login/organisation')
    expect(await choose(browser, one)).toRedirectTo('/login/organisation')
  })

  test('is over ten minutes after the code', async () => {
    const { browser, phone } = await proven()
    await withPlatform(one.database.pool, (trx) =>
      trx
        .updateTable('platform.one_time_code')
        .set({ used_at: sql`used_at - interval '601 seconds'` })
        .where('address', '=', phone)
        .execute(),
    )
    expect(await browser.get('/login/organisation/choose')).toRedirectTo('/login/organisation')
    expect(await choose(browser, one)).toRedirectTo('/login/organisation')
  })
})

describe('a ticket', () => {
  const ticket = async () => ticketOf(await choose((await proven()).browser, one))
  const redeem = (value: string, at = one) => web.visitor(at).post('/login/ticket', { ticket: value })

  test('signs in once; of two at once one', async () => {
    const value = await ticket()
    const both = await Promise.all([redeem(value), redeem(value)])
    expect(both.map(({ status }) => status).sort()).toEqual([302, 401])
    expect((await redeem(value)).status).toBe(401)
    const page = await web.visitor(one).get(`/login/ticket?ticket=${value}`)
    expect(await page.text()).toContain('Token has expired')
  })

  test('is worth nothing elsewhere, cut short, or after a minute', async () => {
    const value = await ticket()
    for (const [wrong, at] of [
      [value, two],
      [value.slice(0, 42), one],
      ['', one],
      ['x'.repeat(43), one],
    ] as const) {
      expect((await redeem(wrong, at)).status, wrong).toBe(401)
      expect((await web.visitor(at).get(`/login/ticket?ticket=${wrong}`)).status).toBe(401)
    }
    await withPlatform(one.database.pool, (trx) =>
      trx
        .updateTable('platform.sign_in_ticket')
        .set({ expires_at: sql`expires_at - interval '61 seconds'` })
        .execute(),
    )
    expect((await redeem(value)).status).toBe(401)
  })

  test('is not redeemed by a form of another website', async () => {
    const value = await ticket()
    const foreign = await web
      .visitor(one)
      .post(
        '/login/ticket',
        { ticket: value },
        { origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' },
      )
    expect(foreign.status).toBe(403)
    expect(await redeem(value)).toRedirectTo('/dashboard')
  })

  test('is kept as a hash', async () => {
    const value = await ticket()
    const rows = await withPlatform(one.database.pool, (trx) =>
      trx.selectFrom('platform.sign_in_ticket').selectAll().execute(),
    )
    expect(JSON.stringify(rows)).not.toContain(value)
    expect(JSON.stringify(web.log)).not.toContain(value)
  })
})

test("an organisation's own host leads to the main host, and the rest of it is not there", async () => {
  expect(await web.visitor(one).get('/login/organisation')).toRedirectTo(
    'http://localhost:3000/login/organisation',
  )
  expect(await web.visitor(one).get('/login/organisation/choose')).toRedirectTo('/login')
})
