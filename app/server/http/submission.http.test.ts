import { beforeAll, expect, test } from 'vitest'
import { bodyBudgets } from '#app/server/wire/body-budget.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let tenant: Tenant
let product: App
beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
})

const megabyte = 1_000_000

/** A body of so many megabytes in pieces of 100 kB; `read()` says how many bytes of it were asked for. */
function upload(megabytes: number) {
  let read = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(to) {
        if (read >= megabytes * megabyte) return to.close()
        read += 100_000
        to.enqueue(new Uint8Array(100_000))
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(megabytes * megabyte),
  }
  return { read: () => read, init: { method: 'POST', body, duplex: 'half', headers } as const }
}

async function send(browser: Browser, path: string, megabytes: number, more: Record<string, string> = {}) {
  const { read, init } = upload(megabytes)
  const headers = {
    origin: `http://${browser.host}`,
    'sec-fetch-site': 'same-origin',
    ...more,
    ...init.headers,
  }
  const answer = await browser.send(path, { ...init, headers })
  return { status: answer.status, answer, read: read(), text: await answer.text() }
}

test.each(['/import/new', '/bank-statement/new', '/family/file/x', '/invoice/new', '/profile/avatar'])(
  'of what a guest sends to a page for others nothing is read: %s',
  async (path) => {
    const { status, answer, read } = await send(product.visitor(tenant), path, 11)
    expect([status, answer.headers.get('location'), read]).toEqual([302, '/login', 0])
  },
)

test('nor of what somebody sends whose role has no right to it, or to no page at all, or from another site', async () => {
  const parent = await product.signedInAs(tenant, 'parent')
  expect(await send(parent, '/import/new', 11)).toMatchObject({ status: 403, read: 0 })
  expect(await send(parent, '/nowhere', 11)).toMatchObject({ read: 0 })
  const foreign = { origin: 'http://elsewhere.test', 'sec-fetch-site': 'cross-site' }
  expect(await send(parent, '/payment/slip/abcdefghijkmnpqrstuvwxyz23', 3, foreign)).toMatchObject({
    status: 403,
    read: 0,
  })
  expect(await send(product.visitor(tenant), '/api/auth/session', 0.05)).toMatchObject({ read: 0 })
})

test('eighty guests at once cost no memory', async () => {
  const budgets = bodyBudgets()
  const { visitor } = await app({ budgets })
  const sent = await Promise.all(Array.from({ length: 80 }, () => send(visitor(tenant), '/import/new', 11.9)))
  expect(new Set(sent.map(({ status, read }) => `${status} ${read}`))).toEqual(new Set(['302 0']))
  expect(budgets.used()).toBe(0)
})

test('eighty uploads to a page for guests wait for one another, and some are asked to come again', async () => {
  const budgets = bodyBudgets({ largeBytes: 12 * megabyte, waitMs: 1 })
  const { visitor } = await app({ budgets })
  const path = '/payment/slip/abcdefghijkmnpqrstuvwxyz23'
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, budgets.used())
  }, 1)
  const sent = await Promise.all(Array.from({ length: 80 }, () => send(visitor(tenant), path, 5)))
  clearInterval(watching)
  expect(most).toBeLessThanOrEqual(6 * megabyte)
  const full = sent.filter(({ status }) => status === 503)
  expect(full.length).toBeGreaterThan(0)
  expect(full[0]!.answer.headers.get('retry-after')).toBe('60')
  expect(full[0]!.text).toContain('Many people are sending files right now')
  expect(budgets.used(), 'all is given back').toBe(0)
  const form = await visitor(tenant).post('/login', { email: 'a@b.test', password: 'x' })
  expect(form.status).toBe(422)
})

test('who may send is told in their language how much a page takes, and little of what is too much is read', async () => {
  const admin = await product.signedInAs(tenant, 'admin')
  const file = await send(admin, '/import/new', 13)
  expect([file.status, file.read]).toEqual([413, 0])
  expect(file.text).toMatch(/A file may have \d+ MB at most/)
  expect(file.text).toContain('href="/import/new"')
  const malay = await send(product.visitor(tenant), '/login', 2, { 'accept-language': 'ms-MY' })
  expect(malay.status).toBe(413)
  expect(malay.text).toContain('menerima teks sehingga 500 kB')
})
