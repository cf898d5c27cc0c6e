import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { requestDocument } from '#app/domain/core/documents/change-document.ts'
import { mostPapers } from '#app/domain/core/documents/document.ts'
import { newId } from '#db/id.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { renderDocument } from '#jobs/handlers/documents.ts'
import { branch } from '#tests/support/database/factories.ts'
import { invoice, manyInvoices } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { pagesOf } from '#tests/support/jobs/pdf.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar', logo_file: '/demo/cahaya.svg' })
})

const tools = (more: Partial<TenantTools> = {}) => ({ ...jobTools(tenant, 'document.render'), ...more })
const scope = { scope: 'all' as const, user_id: newId(), branch_ids: [], parent_id: null }
const ask = (query: string, name = 'invoice') =>
  tenant.write((trx) =>
    requestDocument(trx, systemActor, {
      kind: 'list',
      fingerprint: newId(),
      parameters: { name, query, format: 'papers', scope },
      locale: 'my',
    }),
  )
const alone = (subject_id: string) =>
  tenant.write((trx) =>
    requestDocument(trx, systemActor, { kind: 'invoice', fingerprint: newId(), subject_id, locale: 'my' }),
  )
const row = (id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('document')
      .leftJoin('stored_file', 'stored_file.id', 'document.file_id')
      .select(['status', 'error_code', 'name', 'storage_key', 'rows_done', 'rows_total'])
      .where('document.id', '=', id)
      .executeTakeFirstOrThrow(),
  )
async function made(id: string) {
  await renderDocument({ document_id: id }, tools())
  const { storage_key } = await row(id)
  return pagesOf(await tools().files.get(storage_key!))
}
/** All that a branch has. */
async function branchOfInvoices(count: number) {
  return tenant.write(async (trx) => {
    const { id: branch_id } = await branch(trx)
    const first = await invoice(trx, { branch_id })
    const others = await manyInvoices(trx, first, count - 1)
    return { branch_id, numbers: [first.number!, ...others].toSorted() }
  })
}

test('each invoice begins on a sheet of its own and says what it says alone, in the order of the list', async () => {
  const { id: branch_id } = await tenant.write((trx) => branch(trx))
  const long = await tenant.write((trx) =>
    invoice(
      trx,
      { branch_id },
      Array.from({ length: 40 }, (_, index) => ({ price_sen: 1_000 + index })),
    ),
  )
  const short = await tenant.write((trx) => invoice(trx, { branch_id }))
  await tenant.write((trx) => invoice(trx, { branch_id, status: 'draft' }))
  const whole = await made(await ask(`branch_id=${branch_id}&sort=number`))
  const [first, second] = [await made(await alone(long.id)), await made(await alone(short.id))]
  expect(first.pages.length).toBeGreaterThan(1)
  expect(whole.pages).toEqual([...first.pages, ...second.pages])
  expect(whole.title).toMatch(/^Invois · Tadika Sinar$/)
})

test('more than are printed at once are all there, each once, and how far it has come is told', async () => {
  const { branch_id, numbers } = await branchOfInvoices(101)
  const id = await ask(`branch_id=${branch_id}&sort=number`)
  const here = tools()
  const told: unknown[] = []
  const render: typeof here.pdf.render = async (html, options) => {
    const { rows_done, rows_total, status } = await row(id)
    told.push({ rows_done, rows_total, status })
    return here.pdf.render(html, options)
  }
  await renderDocument({ document_id: id }, tools({ pdf: { ...here.pdf, render } }))
  expect(told).toEqual([0, 50, 100].map((rows_done) => ({ rows_done, rows_total: 101, status: 'queued' })))
  const { pages } = await pagesOf(await tools().files.get((await row(id)).storage_key!))
  expect(pages.map(({ text }) => numbers.filter((number) => text.includes(number)))).toEqual(
    numbers.map((number) => [number]),
  )
})

test('one that was cut off in the middle leaves nothing behind, and the next run makes all of it', async () => {
  const { branch_id } = await branchOfInvoices(51)
  const id = await ask(`branch_id=${branch_id}`)
  const worker = new AbortController()
  const here = tools()
  const render: typeof here.pdf.render = async (html, options) => {
    worker.abort(new Error('the worker stops'))
    return here.pdf.render(html, options)
  }
  const running = renderDocument(
    { document_id: id },
    tools({ pdf: { ...here.pdf, render }, signal: worker.signal }),
  )
  await expect(running).rejects.toThrow('the worker stops')
  expect(await row(id)).toMatchObject({ status: 'queued', storage_key: null })
  expect((await made(id)).pages).toHaveLength(51)
  expect((await row(id)).status).toBe('ready')
})

test('more than one PDF holds, and nothing but drafts, are refused before anything is printed', async () => {
  const { branch_id } = await branchOfInvoices(mostPapers + 1)
  const draft = await tenant.write(async (trx) =>
    invoice(trx, { branch_id: (await branch(trx)).id, status: 'draft' }),
  )
  const render = () => Promise.reject(new Error('printed'))
  for (const [query, code] of [
    [`branch_id=${branch_id}`, 'document.too_many_papers'],
    [`branch_id=${draft.branch_id}`, 'document.no_papers'],
  ] as const) {
    const id = await ask(query)
    await renderDocument({ document_id: id }, tools({ pdf: { ...tools().pdf, render } }))
    expect(await row(id)).toMatchObject({ status: 'failed', error_code: code })
  }
})

test('a list of what has no papers is refused', async () => {
  const id = await ask('', 'category')
  await renderDocument({ document_id: id }, tools())
  expect(await row(id)).toMatchObject({ status: 'failed', error_code: 'not_found.page' })
})
