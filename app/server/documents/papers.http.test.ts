import { beforeAll, expect, test } from 'vitest'
import { aClass, billing, pupils } from '#app/domain/billing/generations/test-support.ts'
import { mostPapers } from '#app/domain/core/documents/document.ts'
import { renderDocument } from '#jobs/handlers/documents.ts'
import { branch } from '#tests/support/database/factories.ts'
import { invoice, manyInvoices } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { pagesOf } from '#tests/support/jobs/pdf.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'

let web: App
let tenant: Tenant
let admin: Browser
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  admin = await web.signedInAs(tenant, 'admin')
})

const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()
const idIn = (page: string) => page.split('/').at(-1)!

async function printed(browser: Browser, path: string) {
  const answer = await browser.post(path)
  expect(answer).toRedirectTo(/^\/document\/[0-9a-f-]{36}$/)
  const page = answer.headers.get('location')!
  await renderDocument({ document_id: idIn(page) }, jobTools(tenant, 'document.render'))
  const file = await browser.get(page.replace('/document/', '/document/file/'))
  expect(file.headers.get('content-type')).toBe('application/pdf')
  return { page, ...(await pagesOf(Buffer.from(await file.arrayBuffer()))) }
}

test('the invoices of a run are printed from its page, in the order of their numbers, and no others', async () => {
  const taught = await tenant.write((trx) => aClass(trx))
  await tenant.write((trx) => pupils(trx, taught.id, 3))
  await tenant.write((trx) => invoice(trx))
  const run = billing(tenant)
  await run.preview()
  const path = () => `/invoice/export/papers?generation_id=${run.id()}&sort=number`
  const action = () => `action="${path().replace('&', '&amp;')}"`
  const view = () => `/invoice/generation/view/${run.id()}`
  expect(await textOf(admin, view())).not.toContain(action())
  await run.run()
  expect(await textOf(admin, view())).toContain(action())
  const numbers = await tenant.read(async (db) => {
    const query = db.selectFrom('invoice').select('number').where('generation_id', '=', run.id())
    return (await query.orderBy('number').execute()).map(({ number }) => number!)
  })
  expect(numbers).toHaveLength(3)
  const { pages } = await printed(admin, path())
  expect(pages).toHaveLength(3)
  pages.forEach(({ text }, index) => {
    expect(text).toContain(numbers[index])
  })
})

test('a list of invoices offers it with its search, and a list of anything else does not', async () => {
  const list = await textOf(admin, '/invoice?status=unpaid&q=')
  expect(list).toContain('action="/invoice/export/papers?status=unpaid"')
  expect(list).toContain('All as one PDF')
  expect(await textOf(admin, '/category?q=')).not.toContain('export/papers')
  expect((await admin.post('/category/export/papers')).status).toBe(404)
  expect(await admin.get('/invoice/export/papers?status=unpaid')).toRedirectTo('/invoice?status=unpaid')
})

test('more than one PDF holds are refused on the list, which keeps its search, and so are drafts', async () => {
  const elsewhere = await tenant.write((trx) => branch(trx))
  const first = await tenant.write((trx) => invoice(trx, { branch_id: elsewhere.id }))
  await tenant.write((trx) => manyInvoices(trx, first, mostPapers))
  const path = `branch_id=${first.branch_id}`
  expect(await admin.post(`/invoice/export/papers?${path}`)).toRedirectTo(`/invoice?${path}`)
  expect(await textOf(admin, `/invoice?${path}`)).toContain(`One PDF can hold ${mostPapers} documents`)
  const draft = await tenant.write(async (trx) =>
    invoice(trx, { branch_id: (await branch(trx)).id, status: 'draft' }),
  )
  expect(await admin.post(`/invoice/export/papers?branch_id=${draft.branch_id}`)).toRedirectTo(/^\/invoice\?/)
  expect(await textOf(admin, '/invoice?q=')).toContain('There is nothing to print here yet')
})

test('everybody gets what they may print, and only who asked for it gets the file', async () => {
  const here = await tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id }))
  const far = await tenant.write(async (trx) => invoice(trx, { branch_id: (await branch(trx)).id }))
  const clerk = await web.signedInAs(tenant, 'clerk')
  const { page, pages } = await printed(clerk, '/invoice/export/papers')
  const text = pages.map((one) => one.text).join()
  expect(text).toContain(here.number)
  expect(text).not.toContain(far.number)
  expect((await admin.get(page)).status).toBe(404)
  expect((await admin.get(page.replace('/document/', '/document/file/'))).status).toBe(404)
  const trainer = await web.signedInAs(tenant, 'trainer')
  expect((await trainer.post('/invoice/export/papers')).status).toBe(403)
})
