import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { requestDocument } from '#app/domain/core/documents/change-document.ts'
import type { ListFormat } from '#app/domain/core/documents/document.ts'
import { newId } from '#db/id.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { renderDocument } from '#jobs/handlers/documents.ts'
import { category } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
  await tenant.write((trx) => category(trx, { code: 'LIST' }))
})

/** Asks for a file of the list of categories. */
const list = (query: string, format: ListFormat = 'pdf') => {
  const scope = { scope: 'all' as const, user_id: newId(), branch_ids: [], parent_id: null }
  return tenant.write((trx) =>
    requestDocument(trx, systemActor, {
      kind: 'list',
      fingerprint: newId(),
      parameters: { name: 'category', query, format, scope },
      locale: 'en',
    }),
  )
}
const tools = (job: Partial<TenantTools['job']> = {}) => jobTools(tenant, 'document.render', { job })
const row = (id: string) =>
  tenant.read((db) =>
    db.selectFrom('document').select(['status', 'error_code']).where('id', '=', id).executeTakeFirstOrThrow(),
  )

test('a list that a busy printer does not finish in time is tried again with twice the time, and in the end is there', async () => {
  const timeout = Object.assign(new Error('slow'), { name: 'PdfTimeout' })
  const id = await list('q=LIST')
  const patiences: (number | undefined)[] = []
  for (const attempt of [1, 2, 3, 4, 5]) {
    const here = tools({ attempt, attempts: 6 })
    const render: typeof here.pdf.render = (_html, options) => {
      patiences.push(options?.patience)
      return Promise.reject(timeout)
    }
    const trying = renderDocument({ document_id: id }, { ...here, pdf: { ...here.pdf, render } })
    await expect(trying).rejects.toThrow('slow')
    expect((await row(id)).status).toBe('queued')
  }
  expect(patiences).toEqual([1, 2, 4, 8, 16])
  await renderDocument({ document_id: id }, tools({ attempt: 6, attempts: 6 }))
  expect((await row(id)).status).toBe('ready')
})

test('one whose rows hold too much to be printed is given up at once, before the printer has it', async () => {
  await tenant.write((trx) =>
    sql`insert into category (id, code, name)
      select gen_random_uuid(), 'LONG' || number, repeat('panjang ', 800) from generate_series(1, 1000) as number`.execute(
      trx,
    ),
  )
  const id = await list('q=LONG')
  const here = tools()
  const render = () => Promise.reject(new Error('printed'))
  await renderDocument({ document_id: id }, { ...here, pdf: { ...here.pdf, render } })
  expect(await row(id)).toMatchObject({ status: 'failed', error_code: 'document.too_long' })
})

test.each(['pdf', 'csv', 'xlsx'] as const)(
  'a list is read without the limits of a request: %s',
  async (format) => {
    const id = await list('', format)
    const here = tools()
    const limits: Record<string, string>[] = []
    const report: typeof here.report = (work) =>
      here.report(async (db) => {
        const made = await work(db)
        const { rows } = await sql<Record<string, string>>`
        select current_setting('transaction_timeout') as whole, current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
        limits.push(rows[0]!)
        return made
      })
    await renderDocument({ document_id: id }, { ...here, report })
    expect(limits).toEqual([{ whole: '0', statement: '10min', idle: '10min' }])
  },
)
