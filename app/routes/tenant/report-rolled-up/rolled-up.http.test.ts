import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { asOwner } from '#db/owner.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

const today = currentDay()
const month = today.slice(0, 7)
let shop: Shop
let product: App
let admin: Browser

beforeAll(async () => {
  shop = await openShop()
  product = await app()
  admin = await product.signedInAs(shop.tenant, 'admin')
  const { id } = await shop.tenant.write((trx) =>
    invoice(trx, { branch_id: shop.tenant.branch.id, issued_on: today, due_on: today }),
  )
  const fields = { ...fieldsOf(await page(admin, `/invoice/pay/${id}`)), method: 'cash' }
  expect(await admin.post(`/invoice/pay/${id}`, fields)).toRedirectTo(/^\/payment\/view\//)
})

const reports = [
  [`/report/payment/collectionYearly?year=${today.slice(0, 4)}`, 'Collected in a year', 'Kutipan setahun'],
  [
    `/report/branch/collections?from=${month}-01&to=${today}`,
    'Collected by branch',
    'Kutipan mengikut cawangan',
  ],
  [
    `/report/invoice/billingSummary?year=${month.slice(0, 4)}&month=${month.slice(5)}`,
    'Billing summary',
    'Ringkasan bil',
  ],
  [
    `/report/invoice/billedLines?year=${month.slice(0, 4)}&month=${month.slice(5)}`,
    'Billed lines',
    'Butiran yang dibilkan',
  ],
] as const

test.each(reports)('%s is a page, a paper and files in both languages', async (address, en, my) => {
  const [path, search] = address.split('?') as [string, string]
  for (const [locale, title] of [
    ['en', en],
    ['my', my],
  ] as const) {
    await admin.get(`/language/${locale}`)
    for (const at of [path, `${path}/print`]) {
      const shown = await page(admin, `${at}?${search}`)
      expect(shown).toContain(title)
      expect(shown).toContain('RM120.00')
    }
    const csv = await (await admin.get(`${path}/export/csv?${search}`)).text()
    expect(csv).toContain('120.00')
    const sheet = await admin.get(`${path}/export/xlsx?${search}`)
    expect(sheet.status).toBe(200)
  }
  await admin.get('/language/en')
})

test('who may not see what a year comes to, or the money of branches, is refused', async () => {
  const clerk = await product.signedInAs(shop.tenant, 'clerk')
  const trainer = await product.signedInAs(shop.tenant, 'trainer')
  for (const path of ['/report/payment/collectionYearly', '/report/branch/collections', '/report/check'])
    expect((await clerk.get(path)).status).toBe(403)
  expect((await clerk.get('/report/invoice/billingSummary')).status).toBe(200)
  expect((await trainer.get('/report/invoice/billingSummary')).status).toBe(403)
})

test('an administrator finds a sum that is one sen off, and makes it anew', async () => {
  expect(await page(admin, '/month')).toContain('href="/report/check"')
  expect(await page(admin, '/report/check')).toContain('The first check runs tonight.')
  expect(await page(admin, '/report/check?now=yes')).toContain('Every sum agrees')
  const { place, database, branch } = shop.tenant
  await asOwner(database.ownerUrl, (owner) =>
    sql`update ${sql.id(place.schema, 'collection_sum')} set gross_sen = gross_sen - 1`.execute(owner),
  )
  const found = await page(admin, '/report/check?now=yes')
  for (const words of [
    'One sum differs',
    branch.name,
    'Cash',
    'RM120.00',
    'RM119.99',
    '-RM0.01',
    'Recalculate the sums',
  ])
    expect(found).toContain(words)
  expect(await admin.post('/report/check/rebuild', {})).toRedirectTo('/report/check?now=yes')
  const after = await page(admin, '/report/check?now=yes')
  expect(after).toContain('The sums were recalculated')
  expect(after).toContain('Every sum agrees')
})
