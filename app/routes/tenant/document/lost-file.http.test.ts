import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { renderDocument } from '#jobs/handlers/documents.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { invoice, payment, receipt } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let product: App
let tenant: Tenant
let clerk: Browser
beforeAll(async () => {
  product = await app()
  tenant = await freshTenant()
  clerk = await product.signedInAs(tenant, 'clerk')
})

async function ask(path: string): Promise<string> {
  const response = path.includes('/export/') ? await clerk.post(path) : await clerk.get(path)
  return response.headers.get('location')!
}
const idIn = (page: string) => page.split('/').at(-1)!
const fileOf = (page: string) => page.replace('/document/', '/document/file/')
const render = async (page: string) =>
  renderDocument({ document_id: idIn(page) }, jobTools(tenant, 'document.render'))
const lose = async (id: string, format: string) =>
  rm(join(environment.dataDir, 'files', tenant.place.schema, 'documents', `${id}.${format}`))

/** Loses the file of a document and asks for it: it comes on another page, which is given. */
async function madeAgain(page: string, format: 'pdf' | 'csv' | 'xlsx'): Promise<string> {
  const before = await clerk.get(fileOf(page))
  const bytes = await before.bytes()
  await lose(idIn(page), format)
  product.log.length = 0
  const answer = await clerk.get(fileOf(page))
  expect(answer).toRedirectTo(/^\/document\/[0-9a-f-]{36}\?lost$/)
  expect(product.log.find(({ msg }) => msg === 'a stored file is gone')).toMatchObject({ level: 50 })
  const [next = ''] = answer.headers.get('location')!.split('?')
  expect(next).not.toBe(page)
  const waiting = await clerk.get(`${next}?lost`)
  expect([waiting.status, waiting.headers.get('refresh')]).toEqual([202, '2'])
  const file = { pdf: 'PDF', csv: 'CSV file', xlsx: 'Excel file' }[format]
  expect(await waiting.text()).toContain(`The ${file} is missing, so we’re making it again.`)
  await render(next)
  const after = await clerk.get(fileOf(next))
  expect(after.status).toBe(200)
  expect(after.headers.get('content-type')).toBe(before.headers.get('content-type'))
  const size = (await after.bytes()).length
  expect(size).toBeGreaterThan(bytes.length * 0.9)
  expect(size).toBeLessThan(bytes.length * 1.1)
  return next
}

test('an invoice whose file is gone is made again by itself, and the log says so', async () => {
  const { id } = await tenant.write(async (trx) => {
    const payer_parent_id = (await parent(trx)).id
    const child = await student(trx, { branch_id: tenant.branch.id }, { payer: { id: payer_parent_id } })
    return invoice(trx, { student_id: child.id, payer_parent_id, branch_id: tenant.branch.id })
  })
  const page = await ask(`/invoice/download/${id}`)
  await render(page)
  const next = await madeAgain(page, 'pdf')
  expect(await (await clerk.get(page)).text()).toContain('is no longer here')
  expect(await ask(`/invoice/download/${id}`)).toBe(next)
})

test.each(['pdf', 'csv', 'xlsx'] as const)(
  'a list whose file is gone is made again, too: %s',
  async (format) => {
    const page = await ask(`/invoice/export/${format}?status=paid&sort=number`)
    await render(page)
    await madeAgain(page, format)
  },
)

test('a receipt whose file is gone is made again for the guest who has its address', async () => {
  const { public_code } = await tenant.write(async (trx) => {
    const paid = await payment(trx, { branch_id: tenant.branch.id })
    await receipt(trx, paid.id)
    return paid
  })
  const guest = product.visitor(tenant)
  const [page, file] = [`/payment/receipt/${public_code}`, `/payment/receipt/${public_code}/file`]
  await guest.get(page)
  const newest = async () => {
    const row = await tenant.read((db) =>
      db.selectFrom('document').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
    )
    return row.id
  }
  const first = await newest()
  await render(first)
  expect((await guest.get(file)).status).toBe(200)
  await lose(first, 'pdf')
  product.log.length = 0
  const both = await Promise.all([guest.get(file), product.visitor(tenant).get(file)])
  const ways = both.map(({ headers }) => headers.get('location'))
  expect(ways).toContain(`${page}?wait&lost`)
  for (const way of ways) expect([page, `${page}?wait&lost`]).toContain(way)
  expect(product.log.filter(({ msg }) => msg === 'a stored file is gone')[0]).toMatchObject({ level: 50 })
  const waiting = await guest.get(`${page}?wait&lost`)
  expect([waiting.status, waiting.headers.get('refresh')]).toEqual([202, `2; url=${page}?wait&lost`])
  expect(await waiting.text()).toContain('We’re preparing the file of this receipt again.')
  const second = await newest()
  expect(second).not.toBe(first)
  await expect(tenant).toHaveEnqueued('document.render', { document_id: second })
  await render(second)
  expect((await guest.get(`${page}?wait&lost`)).headers.get('refresh')).toBe(`1; url=${file}`)
  expect((await guest.get(file)).status).toBe(200)
})

test('a receipt that shortens names for guests does so when the office has it made again', async () => {
  const { public_code } = await tenant.write(async (trx) => {
    const paid = await payment(trx, { branch_id: tenant.branch.id })
    await receipt(trx, paid.id)
    return paid
  })
  const newest = () =>
    tenant.read((db) =>
      db
        .selectFrom('document')
        .select(['id', 'parameters'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow(),
    )
  await product.visitor(tenant).get(`/payment/receipt/${public_code}`)
  const first = await newest()
  expect(first.parameters).toEqual({ audience: 'public' })
  await render(`/document/${first.id}`)
  await lose(first.id, 'pdf')
  expect(await clerk.get(`/document/file/${first.id}`)).toRedirectTo(/\?lost$/)
  const second = await newest()
  expect(second.id).not.toBe(first.id)
  expect(second.parameters).toEqual({ audience: 'public' })
})
