import { beforeAll, expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { printables } from '#app/print/lists.ts'
import { operatorPrintables } from '#app/print/operator-lists.ts'
import { category } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant({
    name: 'Tadika Sinar',
    logo_file: '/demo/cahaya.svg',
    contact_phone: '+60380000100',
    contact_email: 'office@sinar.test',
    address_line1: '1 Jalan Kenari',
    postcode: '50480',
    city: 'Kuala Lumpur',
  })
  await tenant.write((trx) => category(trx, { name: 'Tahap Satu' }))
})

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('a printed list has the letterhead, title and filters, and on the screen a link back', async () => {
  const clerk = await web.signedInAs(tenant, 'superadmin')
  const response = await clerk.get('/category/print?status=active&q=Tahap')
  expect(response.status).toBe(200)
  const html = await response.text()
  const text = textOf(html)
  for (const piece of [
    'Tadika Sinar',
    '1 Jalan Kenari, 50480 Kuala Lumpur',
    '03-8000 0100 · office@sinar.test',
    'Status: Active · Search: “Tahap” 1 row',
  ])
    expect(text).toContain(piece)
  expect(html).toMatch(/<img class="logo" src="\/demo\/cahaya\.svg"/)
  expect(html).toMatch(
    /<nav class="paper-tools"[^>]*><a class="back" href="\/category\?status=active&amp;q=Tahap">Categories<\/a>/,
  )
  const malay = await clerk.get('/category/print?status=active', { 'accept-language': 'ms' })
  expect(malay.status).toBe(200)
})

test('a list without filters mentions none', async () => {
  const clerk = await web.signedInAs(tenant, 'superadmin')
  const text = textOf(await (await clerk.get('/category/print')).text())
  expect(text).toMatch(/Categories \d+ rows?/)
})

test('the operator’s lists are Lunas’ own', async () => {
  const owner = await web.operator('owner')
  const html = await (await owner.get('/admin/operator/print')).text()
  expect(textOf(html)).toContain('Lunas')
  expect(html).toContain('<a class="back" href="/admin/operator">')
})

test('the title of each sheet is the name of its list, in each language', async () => {
  const clerk = await web.signedInAs(tenant, 'superadmin')
  const owner = await web.operator('owner')
  for (const [who, lists, { address, organisation }] of [
    [clerk, printables, { address: '', organisation: 'Tadika Sinar' }],
    [owner, operatorPrintables, { address: '/admin', organisation: 'Lunas' }],
  ] as const)
    for (const { name, title } of Object.values(lists))
      for (const locale of locales) {
        await who.get(`/language/${locale}`)
        const html = await (await who.get(`${address}/${name}/print`)).text()
        expect(html, name).toContain(`<title>${i18nOf(locale).t(title)} · ${organisation}</title>`)
      }
})

test('the title of the sheet of an organisation’s log has the name of that organisation, too', async () => {
  const owner = await web.operator('owner')
  const html = await (await owner.get(`/admin/log/audit/print?entity=${tenant.place.id}`)).text()
  expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toContain('Tadika Sinar')
  expect(html).toContain(' · Lunas</title>')
})
