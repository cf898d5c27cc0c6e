import { beforeAll, expect, test } from 'vitest'
import { nextNumber } from '#app/domain/core/numbering.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let product: App
let tenant: Tenant
let admin: Browser
const path = '/setting/invoice/edit'

beforeAll(async () => {
  product = await app()
  tenant = await freshTenant()
  admin = await product.signedInAs(tenant, 'admin')
})

const html = async (browser: Browser, at: string) => (await browser.get(at)).text()
const read = () => tenant.read((db) => settings(db, 'invoice'))
const number = () =>
  tenant.write(async (trx) =>
    nextNumber(trx, 'invoice', (await settings(trx, 'numbering')).invoice_prefix, '2026-01-31'),
  )

test('another beginning goes on counting, and given numbers stay', async () => {
  expect(await number()).toBe('INV-26-000001')
  const fields = fieldsOf(await html(admin, path))
  expect(await admin.post(path, { ...fields, invoice_prefix: ' yur ' })).toRedirectTo('/setting/invoice')
  expect(await number()).toBe('YUR-26-000002')
  await admin.post(path, { ...fieldsOf(await html(admin, path)), invoice_prefix: 'INV' })
  expect(await number()).toBe('INV-26-000003')
})

test('no two kinds begin alike, and what cannot be is said at its field', async () => {
  const fields = fieldsOf(await html(admin, path))
  const typed = {
    ...fields,
    payment_prefix: 'INV',
    zakat_prefix: 'Z',
    due_days: '366',
    terms: 'x'.repeat(1001),
  }
  const answer = await admin.post(path, typed)
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(fieldsOf(page)).toMatchObject({ zakat_prefix: 'Z', due_days: '366' })
  expect(page.match(/<(input|textarea)[^>]*aria-invalid="true"/g)?.length).toBeGreaterThanOrEqual(3)
  expect(await read()).toMatchObject({ due_days: 7, terms: null })
  const twice = await admin.post(path, { ...fields, payment_prefix: 'inv' })
  expect(await twice.text()).toContain('Another kind of number begins like this already.')
})

test('terms and last lines stand on the paper, and a new invoice is due when it is said', async () => {
  const row = await tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id }))
  const fields = fieldsOf(await html(admin, path))
  const { mail_receipts: _, ...silent } = fields
  const said = { ...silent, terms: 'Bayar sebelum & elakkan denda', footer: 'Terima kasih', due_days: '21' }
  expect(await admin.post(path, said)).toRedirectTo('/setting/invoice')
  expect(await read()).toMatchObject({ due_days: 21, mail_invoices: true, mail_receipts: false })
  const paper = await html(admin, `/invoice/print/${row.id}`)
  expect(paper).toContain('Bayar sebelum &amp; elakkan denda')
  expect(paper).toContain('Terima kasih')
  expect(await html(admin, '/setting/invoice')).toContain('Terima kasih')
})

test('who saves over another’s change is told', async () => {
  const fields = fieldsOf(await html(admin, path))
  expect(await admin.post(path, { ...fields, due_days: '10' })).toRedirectTo('/setting/invoice')
  const late = await admin.post(path, { ...fields, due_days: '11' })
  expect(late.status).toBe(409)
  expect(await read()).toMatchObject({ due_days: 10 })
})

test('the office sees it, managers change it', async () => {
  for (const [role, sees, edits] of [
    ['supervisor', 200, 403],
    ['clerk', 200, 403],
    ['trainer', 403, 403],
  ] as const) {
    const browser = await product.signedInAs(tenant, role)
    expect((await browser.get('/setting/invoice')).status, role).toBe(sees)
    expect((await browser.get(path)).status, role).toBe(edits)
  }
})
