import { beforeAll, describe, expect, test } from 'vitest'
import { branch, parent, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let clerk: Browser
let admin: Browser
const ids = { invoice: '' }

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  await tenant.write(async (trx) => {
    await trx.updateTable('branch').set({ name: 'Kajang' }).where('id', '=', tenant.branch.id).execute()
    const far = await branch(trx, { name: 'Semenyih' })
    for (const [name, branch_id] of [
      ['Ujian Satu', tenant.branch.id],
      ['Ujian Dua', tenant.branch.id],
      ['Xavierine Jauh', far.id],
    ] as const) {
      const payer = await parent(trx, { name: `Encik ${name}` })
      const child = await student(trx, { name, branch_id }, { payer })
      const bill = await invoice(trx, {
        ...{ student_id: child.id, payer_parent_id: payer.id, branch_id },
        ...(name === 'Ujian Satu' ? { number: 'INV-26-770001' } : {}),
      })
      if (name === 'Ujian Satu') ids.invoice = bill.id
    }
  })
  clerk = await web.signedInAs(tenant, 'clerk')
  admin = await web.signedInAs(tenant, 'admin')
})

const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const page = async (browser: Browser, path: string) => (await browser.get(path)).text()
const at = (q: string) => `/search?q=${encodeURIComponent(q)}`

test('the header of staff has the search, that of a parent has none', async () => {
  for (const browser of [clerk, admin]) {
    const html = await page(browser, '/dashboard')
    expect(html).toMatch(/<form class="header-search" role="search" action="\/search">/)
  }
  const parents = await web.signedInAs(tenant, 'parent')
  expect(await page(parents, '/dashboard')).not.toContain('header-search')
})

test('what is found is grouped, and leads on to the lists', async () => {
  const html = await page(admin, at('ujian'))
  for (const heading of ['Families', 'Students', 'Invoices']) expect(html).toContain(`<h2>${heading}</h2>`)
  expect(html).toContain('value="ujian"')
  expect(text(html)).toContain('Results for “ujian”')
})

test('the number of an invoice opens it, with hyphens or without', async () => {
  for (const q of ['INV-26-770001', 'inv26770001', ' INV 26 770001 ']) {
    const answer = await admin.get(at(q))
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/invoice/view/${ids.invoice}`])
  }
})

describe('a clerk of one branch', () => {
  test.each([
    at('Xavierine'),
    '/student?q=Xavierine',
    '/invoice?q=Xavierine',
    '/parent?q=Xavierine',
    '/family?q=Xavierine',
  ])('is told at %s that they see only that', async (path) => {
    expect(text(await page(clerk, path))).toContain('You see Kajang only')
    expect(text(await page(admin, path))).not.toContain('You see')
  })

  test('is not told so where something is found', async () => {
    expect(text(await page(clerk, '/student?q=ujian'))).not.toContain('You see')
  })
})

test.each([
  ['/search', 'Type a name, a phone number'],
  [at('   '), 'Type a name, a phone number'],
  [at('a'), 'Type at least 2 letters or digits'],
  [at('x'.repeat(200)), 'Use at most 100 characters'],
  [at('tiada siapa'), 'Nothing matches'],
  [at("');--\u0001"), 'Type at least 2 letters or digits'],
])('%s says so', async (path, sentence) => {
  const answer = await admin.get(path)
  expect(answer.status).toBe(200)
  expect(text(await answer.text())).toContain(sentence)
})

test('what is typed is shown as text', async () => {
  const html = await page(admin, at('<b onload=x>tiada'))
  expect(html).not.toContain('<b onload')
  expect(html).toContain('&lt;b onload=x&gt;tiada')
})

test('an operator finds an organisation, and is led on to tracing a payment', async () => {
  const owner = await web.operator('owner')
  const found = await owner.get(`/admin/search?q=${tenant.entity.subdomain}`)
  expect(found.headers.get('location')).toBe(`/admin/entity/view/${tenant.place.id}`)
  const html = await page(owner, '/admin/search?q=RCP-26-000001')
  expect(html).toContain('href="/admin/trace?q=RCP-26-000001"')
  expect(await page(owner, '/admin/dashboard')).toContain('action="/admin/search"')
})
