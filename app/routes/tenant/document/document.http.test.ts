import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { renderDocument } from '#jobs/handlers/documents.ts'
import { branch, parent, student } from '#tests/support/database/factories.ts'
import { allocation, invoice, payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let product: App
let tenant: Tenant
beforeAll(async () => {
  product = await app()
  tenant = await freshTenant()
})

const as = (role: Role, at = tenant) => product.signedInAs(at, role)
/** An invoice of the first branch, of its own family unless one is given. */
const anInvoice = (payer?: { id: string }, branch_id = tenant.branch.id) =>
  tenant.write(async (trx) => {
    const payer_parent_id = (payer ?? (await parent(trx))).id
    const child = await student(trx, { branch_id }, { payer: { id: payer_parent_id } })
    return invoice(trx, { student_id: child.id, payer_parent_id, branch_id })
  })
/** Asks for a PDF and says where it will appear; one of a list is asked for by a form. */
async function ask(browser: Browser, path: string) {
  const response = path.includes('/export/') ? await browser.post(path) : await browser.get(path)
  expect(response).toRedirectTo(/^\/document\/[0-9a-f-]{36}$/)
  return response.headers.get('location')!
}
const idIn = (page: string) => page.split('/').at(-1)!
const fileOf = (page: string) => page.replace('/document/', '/document/file/')
async function render(page: string, at = tenant) {
  await renderDocument({ document_id: idIn(page) }, jobTools(at, 'document.render'))
}

describe('a PDF that was asked for', () => {
  test('appears on a page that looks again by itself, then gives it', async () => {
    const clerk = await as('clerk')
    const { id, number } = await anInvoice()
    const page = await ask(clerk, `/invoice/download/${id}`)
    const waiting = await clerk.get(page)
    expect(waiting.headers.get('refresh')).toBe('2')
    const text = await waiting.text()
    expect(text).toContain('Your PDF is being made')
    expect(text).toContain('<progress')
    expect(text).toContain(`/invoice/view/${id}`)
    expect(text).not.toContain('<script')
    expect(await clerk.get(fileOf(page))).toRedirectTo(page)

    await render(page)
    const ready = await clerk.get(page)
    expect(ready.headers.get('refresh')).toBe(`0; url=${fileOf(page)}`)
    expect(await ready.text()).toContain(`href="${fileOf(page)}"`)
    const file = await clerk.get(fileOf(page))
    expect(file.status).toBe(200)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${number}.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    const { text: words } = await textOf(new Uint8Array(await file.arrayBuffer()))
    expect(words).toContain(number)
    expect(words).toContain('RM120.00')
    expect(await ask(clerk, `/invoice/download/${id}`)).toBe(page)
  })

  test('that failed says why and is made anew when asked', async () => {
    const clerk = await as('clerk')
    const { id } = await anInvoice()
    const page = await ask(clerk, `/invoice/download/${id}`)
    const tools = jobTools(tenant, 'document.render', { job: { attempt: 6, attempts: 6 } })
    const pdf = { ...tools.pdf, render: () => Promise.reject(new Error('no browser')) }
    await expect(renderDocument({ document_id: idIn(page) }, { ...tools, pdf })).rejects.toThrow()

    const failed = await clerk.get(page)
    expect(failed.headers.get('refresh')).toBeNull()
    const text = await failed.text()
    expect(text).toContain('The PDF could not be made')
    expect(text).toContain('Unexpected error')
    const again = await clerk.post(page)
    expect(again).toRedirectTo(/^\/document\//)
    const next = again.headers.get('location')!
    expect(next).not.toBe(page)
    await expect(tenant).toHaveEnqueued('document.render', { document_id: idIn(next) })
    await render(next)
    expect((await clerk.get(fileOf(next))).status).toBe(200)
  })

  test('of a list leads back to the list as it was left', async () => {
    const clerk = await as('clerk')
    const page = await ask(clerk, '/invoice/export/pdf?status=unpaid&sort=-number&page=3')
    expect(await (await clerk.get(page)).text()).toContain('href="/invoice?status=unpaid&amp;sort=-number"')
    await render(page)
    expect((await clerk.get(fileOf(page))).headers.get('content-disposition')).toMatch(
      /filename="invoice-\d{4}-\d\d-\d\d\.pdf"/,
    )
  })

  test('of a list is not made by opening its address, which leads to the list', async () => {
    const clerk = await as('clerk')
    const documents = () => tenant.read((db) => db.selectFrom('document').select('id').execute())
    const before = await documents()
    const address = '/invoice/export/pdf?status=unpaid&sort=-number&page=3'
    expect(await clerk.get(address)).toRedirectTo('/invoice?status=unpaid&sort=-number')
    expect(await documents()).toEqual(before)
    expect((await (await as('trainer')).get(address)).status).toBe(403)
    expect((await (await as('trainer')).post(address)).status).toBe(403)
    expect((await clerk.post('/invoice/export/docx')).status).toBe(404)
  })

  test('of a list asked for twice in a minute is one document', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() })
    const clerk = await as('clerk')
    const address = '/invoice/export/pdf?status=paid'
    const pages = await Promise.all([ask(clerk, address), ask(clerk, address)])
    vi.useRealTimers()
    expect(new Set(pages).size).toBe(1)
  })

  test('of a list asked for by two within a minute is two, and each finds their own', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() })
    const readers = await Promise.all([as('clerk'), as('supervisor')])
    const pages = await Promise.all(readers.map((reader) => ask(reader, '/invoice/export/pdf?status=draft')))
    vi.useRealTimers()
    for (const [index, page] of pages.entries()) expect((await readers[index]!.get(page)).status).toBe(200)
    expect(pages[0]).not.toBe(pages[1])
  })

  test('of a list that is made anew has what its reader reaches by now', async () => {
    const own = await freshTenant()
    const reader = await as('admin', own)
    const page = await ask(reader, '/invoice/export/pdf')
    const tools = jobTools(own, 'document.render', { job: { attempt: 6, attempts: 6 } })
    const pdf = { ...tools.pdf, render: () => Promise.reject(new Error('no browser')) }
    await expect(renderDocument({ document_id: idIn(page) }, { ...tools, pdf })).rejects.toThrow()
    const { id } = await own.actor('admin')
    await own.write((trx) =>
      trx
        .updateTable('user_account')
        .set({ roles: ['clerk'] })
        .where('id', '=', id)
        .execute(),
    )
    const next = (await reader.post(page)).headers.get('location')!
    const { parameters } = await own.read((db) =>
      db.selectFrom('document').select('parameters').where('id', '=', idIn(next)).executeTakeFirstOrThrow(),
    )
    expect(parameters).toMatchObject({ scope: { scope: 'branch' }, roles: ['clerk'] })
  })

  test('is told in the language of who waits', async () => {
    const clerk = await as('clerk')
    const { id } = await anInvoice()
    const page = await ask(clerk, `/invoice/download/${id}`)
    await clerk.get('/language/my')
    expect(await (await clerk.get(page)).text()).toContain('PDF anda sedang disediakan')
  })
})

describe('nobody else finds it', () => {
  const statuses = async (page: string, browser: Browser) => [
    (await browser.get(page)).status,
    (await browser.get(fileOf(page))).status,
    (await browser.post(page)).status,
  ]
  const nowhere = [404, 404, 404]

  test('an invoice: not who may not see it, not another organisation, not a stranger', async () => {
    const far = await tenant.write((trx) => branch(trx))
    const { id } = await anInvoice(undefined, far.id)
    const admin = await as('admin')
    const page = await ask(admin, `/invoice/download/${id}`)
    await render(page)
    expect((await admin.get(fileOf(page))).status).toBe(200)
    for (const role of ['clerk', 'parent', 'trainer'] as const)
      expect(await statuses(page, await as(role))).toEqual(nowhere)
    const other = await freshTenant()
    expect(await statuses(page, await as('superadmin', other))).toEqual(nowhere)
    expect(await product.visitor(tenant).get(page)).toRedirectTo(/^\/login\?to=/)
  })

  test('a parent finds their own family’s receipt and invoice, whoever asked for it', async () => {
    const mine = await tenant.actor('parent')
    const { id } = await anInvoice({ id: mine.parent_id! })
    const family = await as('parent')
    const asked = await ask(await as('admin'), `/invoice/download/${id}`)
    await render(asked)
    expect((await family.get(fileOf(asked))).status).toBe(200)

    const receipts = await tenant.write(async (trx) => {
      const row = await payment(trx, { payer_parent_id: mine.parent_id!, branch_id: tenant.branch.id })
      await allocation(trx, row.id, id, 12_000)
      const stranger = await payment(trx, { branch_id: tenant.branch.id })
      return [row.id, stranger.id]
    })
    const pages = await Promise.all(
      receipts.map(async (receipt) => ask(await as('admin'), `/payment/download/${receipt}`)),
    )
    expect((await family.get(pages[0]!)).status).toBe(200)
    expect((await family.get(pages[1]!)).status).toBe(404)
  })

  test('a list: only who asked, and only while they may print it', async () => {
    const admin = await as('admin')
    const page = await ask(admin, '/category/export/pdf')
    await render(page)
    expect((await admin.get(fileOf(page))).status).toBe(200)
    expect(await statuses(page, await as('superadmin'))).toEqual(nowhere)
    const { id } = await tenant.actor('admin')
    await tenant.write((trx) =>
      trx
        .updateTable('user_account')
        .set({ roles: ['clerk'] })
        .where('id', '=', id)
        .execute(),
    )
    expect(await statuses(page, admin)).toEqual(nowhere)
  })

  test.each(['/document/1', '/document/0195b0b0-0000-7000-8000-000000000000', '/document/file/x'])(
    '%s is nothing',
    async (path) => {
      expect((await (await as('superadmin')).get(path)).status).toBe(404)
    },
  )
})
