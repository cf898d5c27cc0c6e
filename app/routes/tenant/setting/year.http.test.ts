import { beforeAll, expect, test } from 'vitest'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let product: App
let tenant: Tenant
let admin: Browser
const path = '/setting/year'

beforeAll(async () => {
  product = await app()
  tenant = await freshTenant()
  admin = await product.signedInAs(tenant, 'admin')
})

const fields = async () => fieldsOf(await (await admin.get(path)).text())
const month = () =>
  tenant.read(async (db) => {
    const row = await db
      .selectFrom('platform.entity')
      .select('academic_year_start_month as month')
      .executeTakeFirstOrThrow()
    return row.month
  })

test('the year begins in the month that is chosen, once, and in no other than the twelve', async () => {
  const seen = await fields()
  expect(await admin.post(path, { ...seen, academic_year_start_month: '3' })).toRedirectTo('/setting')
  expect(await month()).toBe(3)
  expect((await admin.post(path, { ...seen, academic_year_start_month: '4' })).status).toBe(409)
  expect((await admin.post(path, { ...(await fields()), academic_year_start_month: '13' })).status).toBe(422)
  expect(await month()).toBe(3)
})

test('managers change it, nobody else', async () => {
  for (const role of ['supervisor', 'clerk', 'parent'] as const)
    expect((await (await product.signedInAs(tenant, role)).get(path)).status, role).toBe(403)
})
