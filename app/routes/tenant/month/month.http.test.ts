import { beforeAll, expect, test } from 'vitest'
import { monthOf } from '#app/domain/accounting/months/month.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addMonths, endOfMonth, formatMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { newId } from '#db/id.ts'
import { insert } from '#tests/support/database/factories.ts'
import { invoice, transferSlip } from '#tests/support/database/money-factories.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

const today = currentDay()
const last = endOfMonth(addMonths(startOfMonth(today), -1))
const name = monthOf(last)
const month = formatMonth(name, 'en')
const reason = 'Resit tertinggal, disahkan juruaudit'
let shop: Shop
let product: App
let admin: Browser

beforeAll(async () => {
  shop = await openShop()
  product = await app()
  admin = await product.signedInAs(shop.tenant, 'admin')
})

/** Cash that an administrator dates to the last day of the last month. */
async function cash(given: Record<string, string> = {}) {
  const { id } = await shop.tenant.write((trx) =>
    invoice(trx, { branch_id: shop.tenant.branch.id, issued_on: addMonths(last, -1), due_on: today }),
  )
  const fields = { ...fieldsOf(await page(admin, `/invoice/pay/${id}`)), method: 'cash' }
  return admin.post(`/invoice/pay/${id}`, { ...fields, paid_on: last, remark: 'Catatan saya', ...given })
}

test('a treasurer closes the last month, cannot date cash into it, and opens it again with a reason', async () => {
  expect(await cash()).toRedirectTo(/^\/payment\/view\//)
  const list = await page(admin, '/month')
  expect(list).toContain(`/month/view/${name}`)
  expect(list).toContain(month)
  expect(list).toContain('RM120.00')
  const view = await page(admin, `/month/view/${name}`)
  expect(view).toContain(`no invoice can be dated into ${month}`)
  expect(await admin.post(`/month/close/${name}`, {})).toRedirectTo(`/month/view/${name}`)
  const closed = await page(admin, `/month/view/${name}`)
  const { name: who } = await shop.tenant.actor('admin')
  for (const words of [`${month} is closed.`, `Closed by ${who}`, 'Open the month again'])
    expect(closed).toContain(words)
  expect(closed).not.toContain(`/month/close/${name}`)

  const refused = await cash()
  expect(refused.status).toBe(422)
  const form = await refused.text()
  expect(form).toContain(`${month} is closed, so nothing can be dated into it.`)
  expect(form).toMatch(/aria-invalid="true"[^>]*name="paid_on"|name="paid_on"[^>]*aria-invalid="true"/)
  expect(form).toContain('Catatan saya')
  expect(await cash({ paid_on: today })).toRedirectTo(/^\/payment\/view\//)

  const path = `/month/reopen/${name}`
  const fields = fieldsOf(await page(admin, path))
  const short = await admin.post(path, { ...fields, reason: 'Silap' })
  expect(short.status).toBe(422)
  expect(await short.text()).toContain('Please give a reason of 10 to 300 characters.')
  expect(await admin.post(path, { ...fields, reason })).toRedirectTo(`/month/view/${name}`)
  expect(await page(admin, `/month/view/${name}`)).toContain(`Opened again by ${who}: ${reason}`)
  const log = await page(admin, '/log/audit?group=month')
  for (const words of ['Month closed', 'Month opened again']) expect(log).toContain(words)
  expect(await cash()).toRedirectTo(/^\/payment\/view\//)
})

test('before closing, a month shows what is open in it and what came in by each method', async () => {
  const view = () => page(admin, `/month/view/${name}`)
  const rows = (html: string) => html.match(/<tbody.*?<\/tfoot>/s)![0].replace(/<[^>]+>/g, ' ')
  expect(await view()).toContain('Nothing of this month is open.')
  expect(await cash({ method: 'bank_transfer', reference_no: 'MBB 771002' })).toRedirectTo(
    /^\/payment\/view\//,
  )
  expect(rows(await view()).replace(/\s+/g, ' ')).toMatch(
    /Cash RM240\.00 RM0\.00 RM0\.00 RM240\.00 Bank transfer RM120\.00 .* Total RM360\.00/,
  )
  const bill = await shop.tenant.write((trx) => invoice(trx, { branch_id: shop.tenant.branch.id }))
  // The second one is of this month.
  for (const paid_on of [last, today])
    await shop.tenant.write((trx) => transferSlip(trx, { invoice_id: bill.id, paid_on }))
  const clerk = await shop.tenant.actor('clerk')
  await shop.tenant.write((trx) =>
    insert(trx, 'cash_drawer', {
      ...{ id: newId(), user_id: clerk.id!, branch_id: shop.tenant.branch.id, opened_on: last },
      float_sen: 0,
    }),
  )
  const open = await view()
  const span = `from=${startOfMonth(last)}&amp;to=${last}`
  expect(open).toContain(`/transfer-slip?status=requested&amp;${span}">1 transfer slip to confirm`)
  expect(open).toContain(`/drawer?status=open&amp;${span}">1 cash drawer still open`)
  expect(open).not.toContain('Nothing of this month is open.')
})

test('the running month, a month without money and what is no month cannot be closed', async () => {
  await admin.post(`/month/close/${monthOf(today)}`, {})
  expect(await page(admin, `/month/view/${monthOf(today)}`)).toContain('is not over yet')
  await page(admin, '/month/view/1999-01', 404)
  await page(admin, '/month/view/2026-13', 404)
  expect((await admin.post('/month/close/sometime', {})).status).toBe(404)
})

test('months are taken away as other lists are', async () => {
  const paper = await page(admin, '/month/print')
  expect(paper).toContain(month)
  expect(paper).toContain('To print: Ctrl+P')
  expect(await page(admin, '/month/export/csv')).toContain(name)
})

test.each(['supervisor', 'clerk', 'class-admin', 'trainer', 'parent'] as const)(
  'a %s neither sees nor closes months',
  async (role) => {
    const browser = await product.signedInAs(shop.tenant, role)
    for (const path of ['/month', `/month/view/${name}`, `/month/reopen/${name}`, '/month/export/csv'])
      await page(browser, path, 403)
    expect((await browser.post(`/month/close/${name}`, {})).status).toBe(403)
    expect((await browser.post(`/month/reopen/${name}`, { reason })).status).toBe(403)
  },
)
