import { beforeAll, expect, test } from 'vitest'
import { closeMonth } from '#app/domain/accounting/months/change-month.ts'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

const month = '2026-01'
let tenant: Tenant
let product: App
let admin: Browser

beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
  admin = await product.signedInAs(tenant, 'admin')
  const actor = await tenant.actor('admin')
  const bill = await tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id }))
  const rules = { scope: scopes.all(actor), today: '2026-03-02', backdate_days: 90 }
  const input = { method: 'cash' as const, amount: 12_000, paid_on: '2026-01-31' }
  await tenant.write((trx) => recordPayment(trx, actor, bill.id, input, rules))
  await tenant.write((trx) => closeMonth(trx, actor, month, '2026-03-02'))
})

test('accounts without a code are named before the export, and a wrong code at its field', async () => {
  const view = await page(admin, `/accounting-export/view/${month}`)
  expect(view).toContain('3 accounts of this month have no code')
  expect(view).not.toContain(`/accounting-export/make/${month}`)
  const refused = await admin.post(`/accounting-export/make/${month}`, {})
  expect(refused.headers.get('location')).toBe(`/accounting-export/view/${month}`)
  const form = await page(admin, `/accounting-export/accounts?month=${month}`)
  expect(form.match(/aria-invalid="true"/g)).toHaveLength(3)
  const wrong = await admin.post('/accounting-export/accounts', {
    'accounts[0].key': 'debtor',
    'accounts[0].code': '=1+1',
  })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Use up to 20 letters')
})

test('a month with all codes is exported, and its file is the same one each time', async () => {
  const fields = Object.fromEntries(
    ['debtor', 'bank:cash', 'income:other'].flatMap((key, index) => [
      [`accounts[${index}].key`, key],
      [`accounts[${index}].code`, `${index + 3}00-000`],
    ]),
  )
  const saved = await admin.post(`/accounting-export/accounts?month=${month}`, fields)
  expect(saved.headers.get('location')).toBe(`/accounting-export/view/${month}`)
  await admin.post(`/accounting-export/make/${month}`, {})
  const view = await page(admin, `/accounting-export/view/${month}`)
  const [file] = /\/accounting-export\/file\/[\w-]+\/sql-account/.exec(view)!
  const [one, other] = [await admin.get(file), await admin.get(file)]
  expect(one.headers.get('content-disposition')).toContain(`postings-${month}-sql-account.csv`)
  expect(one.headers.get('etag')).toBe(other.headers.get('etag'))
  expect(await one.text()).toBe(await other.text())
  for (const role of ['supervisor', 'clerk', 'parent'] as const)
    expect((await (await product.signedInAs(tenant, role)).get(file)).status, role).toBe(403)
})
