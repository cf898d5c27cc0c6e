import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { queuedDocument } from '#app/domain/billing/documents/find-document.ts'
import { exportList } from '#jobs/export/export-list.ts'
import { renderDocument } from '#jobs/handlers/documents.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { type App, app, type Browser, builtServer, productPool } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { unzipped } from '#tests/support/jobs/zip.ts'

let product: App
let tenant: Tenant
let admin: Browser
beforeAll(async () => {
  product = await app()
  tenant = await freshTenant()
  admin = await product.signedInAs(tenant, 'admin')
  await categories('B', 10_001)
  await categories('A', 5)
})

const categories = (code: string, count: number) =>
  tenant.write((trx) =>
    sql`insert into category (id, code, name)
      select gen_random_uuid(), ${code}::text || lpad(number::text, 6, '0'), 'Tahap'
      from generate_series(1, ${count}::int) as number`.execute(trx),
  )
const textOf = async (page: Promise<Response>) => (await page).text()
const linesOf = (text: string) => text.trimEnd().split('\r\n')
const idIn = (page: string) => page.split('/').at(-1)!
const fileOf = (page: string) => page.replace('/document/', '/document/file/')
const documentOf = (page: string) =>
  tenant.read((db) =>
    db.selectFrom('document').selectAll().where('id', '=', idIn(page)).executeTakeFirstOrThrow(),
  )

async function ask(path: string, browser = admin) {
  const response = await browser.post(path)
  expect(response).toRedirectTo(/^\/document\/[0-9a-f-]{36}$/)
  return response.headers.get('location')!
}
async function make(page: string) {
  await renderDocument({ document_id: idIn(page) }, jobTools(tenant, 'document.render'))
}

describe('more rows than one waits for', () => {
  test('are offered in the background on the page, and only then', async () => {
    const whole = await textOf(admin.get('/category?sort=-code'))
    for (const format of ['csv', 'xlsx'])
      expect(whole).toContain(`<form method="post" action="/category/export/${format}?sort=-code">`)
    expect(whole).toContain('More than 10,000 rows')
    const few = await textOf(admin.get('/category?q=A00'))
    expect(few).not.toContain('More than 10,000 rows')
    expect(few).not.toContain('action="/category/export/csv')
  })

  test('are not in a file that is made at once, which says so in its last line', async () => {
    const lines = linesOf(await textOf(admin.get('/category/export/csv?q=B')))
    expect(lines).toHaveLength(1 + 10_000 + 1)
    expect(lines.at(-1)).toBe('"The first 10,000 of 10,001 rows."')
    const xlsx = unzipped(Buffer.from(await (await admin.get('/category/export/xlsx?q=B')).arrayBuffer()))
    expect(xlsx.match(/<row /g)).toHaveLength(1 + 10_000 + 1)
    expect(xlsx).toContain('>The first 10,000 of 10,001 rows.<')
    expect(await textOf(admin.get('/category/print?q=B'))).toContain('The first 10,000 of 10,001 rows')
    expect(await textOf(admin.get('/category/export/csv?q=A00'))).not.toContain('The first')
  })

  test.each(['csv', 'xlsx'])('are all in the file of the background: %s', async (format) => {
    const page = await ask(`/category/export/${format}?sort=-code&page=2&limit=5`)
    await expect(tenant).toHaveEnqueued('document.render', { document_id: idIn(page) })
    expect(await textOf(admin.get(page))).toContain(
      format === 'csv' ? 'Your CSV file is being made' : 'Your Excel file is being made',
    )
    await make(page)
    const file = await admin.get(fileOf(page))
    expect(file.headers.get('content-disposition')).toMatch(
      new RegExp(`filename="category-\\d{4}-\\d\\d-\\d\\d\\.${format}"`),
    )
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(file.headers.get('content-length')).toBe(String(bytes.length))
    const text = format === 'csv' ? bytes.toString() : unzipped(bytes)
    const codes = text.match(/[AB]\d{6}/g)!
    expect(codes).toHaveLength(10_006)
    expect(codes).toEqual(codes.toSorted().toReversed())
    expect(text).not.toContain('The first')
  })

  test('are for who asked, while they may print them', async () => {
    const page = await ask('/category/export/csv?q=A00')
    await make(page)
    expect(linesOf(await textOf(admin.get(fileOf(page))))).toHaveLength(6)
    const other = await product.signedInAs(tenant, 'superadmin')
    expect((await other.get(fileOf(page))).status).toBe(404)
    const trainer = await product.signedInAs(tenant, 'trainer')
    expect((await trainer.post('/category/export/csv')).status).toBe(403)
  })
})

test('one person has five of them made at a time, is told so, and the same one is no further one', async () => {
  const busy = await product.signedInAs(tenant, 'superadmin')
  const pages: string[] = []
  for (const letter of 'VWXYZ') pages.push(await ask(`/category/export/csv?q=${letter}`, busy))
  const refused = await busy.post('/category/export/xlsx?q=A00')
  expect(refused).toRedirectTo('/category?q=A00')
  expect(await textOf(busy.get('/category?q=A00'))).toContain('5 files are being made for you already.')
  expect((await busy.post('/category/export/csv?q=Z')).headers.get('location')).toMatch(/^\/document\//)
  await ask('/category/export/csv?q=A00')
  await make(pages[0]!)
  await ask('/category/export/xlsx?q=A00', busy)
})

describe('while a long file is made', () => {
  test('its page says how far it is, without a script', async () => {
    const page = await ask('/category/export/csv?q=B&sort=code')
    const tools = jobTools(tenant, 'document.render')
    const seen: string[] = []
    let looked = 0
    const watching = {
      ...tools,
      withTenant: async <R>(work: Parameters<typeof tools.withTenant<R>>[0]) => {
        const result = await tools.withTenant(work)
        if (++looked % 4 === 0 && seen.length < 3) seen.push(await textOf(admin.get(page)))
        return result
      },
    }
    await renderDocument({ document_id: idIn(page) }, watching)
    const done = seen.map((html) => Number(/<progress value="(\d+)" max="10001"/.exec(html)?.[1]))
    expect(done).toHaveLength(3)
    expect(done).toEqual(done.toSorted((one, other) => one - other))
    expect(done.at(-1)).toBeGreaterThan(done[0]!)
    expect(seen[0]).not.toContain('<script')
  })

  test('a run that is cut off leaves nothing, and the next one makes the whole', async () => {
    const page = await ask('/category/export/csv?q=B&sort=-name')
    const tools = jobTools(tenant, 'document.render')
    const stopping = new AbortController()
    let steps = 0
    const cut = {
      ...tools,
      signal: stopping.signal,
      withTenant: <R>(work: Parameters<typeof tools.withTenant<R>>[0]) => {
        if (++steps === 5) stopping.abort()
        return tools.withTenant(work)
      },
    }
    await expect(renderDocument({ document_id: idIn(page) }, cut)).rejects.toThrow()
    expect(await documentOf(page)).toMatchObject({ status: 'queued' })
    expect(await tools.files.exists(`documents/${idIn(page)}.csv`)).toBe(false)
    await Promise.all([make(page), make(page)])
    await make(page)
    expect(linesOf(await textOf(admin.get(fileOf(page))))).toHaveLength(10_002)
    const files = await tenant.read((db) =>
      db
        .selectFrom('stored_file')
        .select('id')
        .where('storage_key', 'like', `%${idIn(page)}%`)
        .execute(),
    )
    expect(files).toHaveLength(1)
  })

  test('no page waits: it is read on the connections of reports', async () => {
    const own = () => productPool(tenant.database.appUrl, { max: 1 })
    const [pages, reports] = [await own(), await own()]
    onTestFinished(async () => void (await Promise.all([pages.end(), reports.end()])))
    const { sharesOf } = await builtServer()
    const small = await app({ services: { pool: pages, reportPool: reports }, forgetful: true })
    const reading = await small.signedInAs(tenant, 'admin')
    const taking = await small.signedInAs(tenant, 'admin')
    let letGo = () => {}
    const locked = Promise.withResolvers<void>()
    const lock = tenant.write(async (trx) => {
      await sql`lock table category in access exclusive mode`.execute(trx)
      locked.resolve()
      await new Promise<void>((resolve) => {
        letGo = resolve
      })
    })
    await locked.promise
    const taken = ['/category/export/csv?q=A00', '/category/print?q=A00'].map((path) =>
      textOf(taking.get(path)),
    )
    await vi.waitFor(() => expect(reports.waitingCount + sharesOf(reports).waiting()).toBe(1))
    // The only connection for pages is free, though both files are still waited for.
    expect((await reading.get('/branch')).status).toBe(200)
    expect(pages.idleCount).toBe(pages.totalCount)
    letGo()
    await lock
    for (const text of await Promise.all(taken)) expect(text).toContain('A000005')
  })
})

test('a list beyond the limit of the background says so in its file', async () => {
  await categories('C', 100_001)
  const page = await ask('/category/export/csv?q=C')
  const asked = await tenant.read((db) => queuedDocument(db, idIn(page)))
  const order = { ...asked!, locale: 'my' } as const
  const tools = jobTools(tenant, 'document.render')
  const { storage_key } = await exportList(tools, order, 'csv')
  const lines = linesOf((await tools.files.get(storage_key)).toString())
  expect(lines.at(-1)).toMatch(/^"?100,000 baris pertama daripada 100,001\."?$/)
})
