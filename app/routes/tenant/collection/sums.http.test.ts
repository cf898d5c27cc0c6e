import { beforeAll, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays, startOfMonth } from '#app/domain/core/dates.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

const today = currentDay()
let shop: Shop
let product: App
let admin: Browser
let clerk: Browser

beforeAll(async () => {
  shop = await openShop()
  product = await app()
  admin = await product.signedInAs(shop.tenant, 'admin')
  clerk = await product.signedInAs(shop.tenant, 'clerk')
  await cash(today)
  await cash(addDays(today, -1))
})

async function cash(paid_on: string) {
  const issued_on = addDays(today, -20)
  const { id } = await shop.tenant.write((trx) =>
    invoice(trx, { branch_id: shop.tenant.branch.id, issued_on, due_on: today }),
  )
  const fields = { ...fieldsOf(await page(admin, `/invoice/pay/${id}`)), method: 'cash', paid_on }
  expect(await admin.post(`/invoice/pay/${id}`, fields)).toRedirectTo(/^\/payment\/view\//)
}

test('a treasurer sees this month first, and comes from a sum to its lines', async () => {
  expect(await admin.get('/collection/sums')).toRedirectTo(
    `/collection/sums?from=${startOfMonth(today)}&to=${today}`,
  )
  const sums = await page(admin, `/collection/sums?from=${addDays(today, -1)}`)
  for (const heading of ['Method', 'For', 'Branch', 'Taken by', 'Date']) expect(sums).toContain(heading)
  expect(sums).toContain('RM240.00')
  const ofDay = `/collection?from=${today}&amp;to=${today}`
  expect(sums).toContain(ofDay)
  expect(await page(admin, ofDay.replace('&amp;', '&'))).toContain('RM120.00')
})

test('a clerk counts the day alone, whatever the address says', async () => {
  const sums = await page(clerk, `/collection/sums?from=${addDays(today, -1)}`)
  expect(sums).toContain('RM120.00')
  expect(sums).not.toContain('RM240.00')
})
