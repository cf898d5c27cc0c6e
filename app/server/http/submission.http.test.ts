import { beforeAll, expect, test } from 'vitest'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser, builtServer } from '#tests/support/product/http.ts'

let tenant: Tenant
let product: App
let bodyBudgets: Awaited<ReturnType<typeof builtServer>>['bodyBudgets']
beforeAll(async () => {
  bodyBudgets = (await builtServer()).bodyBudgets
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
})

test('eighty guests at once cost no memory', async () => {
  const budgets = bodyBudgets()
  const { visitor } = await app({ budgets })
  const sent = await Promise.all(Array.from({ length: 80 }, () => send(visitor(tenant), '/import/new', 11.9)))
  expect(new Set(sent.map(({ status, read }) => `${status} ${read}`))).toEqual(new Set(['302 0']))
  expect(budgets.used()).toBe(0)
})

const slip = '/payment/slip/abcdefghijkmnpqrstuvwxyz23'

test('eighty uploads to a page for guests never hold more than their budget', async () => {
  const budgets = bodyBudgets({ largeBytes: 12 * megabyte, waitMs: 60_000 })
  let most = 0
  const watched: typeof budgets = {
    ...budgets,
    for: (announced) => {
      const budget = budgets.for(announced)
      return {
        ...budget,
        allot(sender) {
          const { take, release } = budget.allot(sender)
          return {
            release,
            async take(bytes) {
              await take(bytes)
              most = Math.max(most, budgets.used())
            },
          }
        },
      }
    },
  }
  const { visitor } = await app({ budgets: watched })
  const sent = await Promise.all(Array.from({ length: 80 }, () => send(visitor(tenant), slip, 1)))
  expect(sent.every(({ read }) => read === megabyte)).toBe(true)
  expect(most).toBeGreaterThanOrEqual(megabyte)
  expect(most).toBeLessThanOrEqual(6 * megabyte)
  expect(budgets.used(), 'all is given back').toBe(0)
})

test('who finds no room is asked to come again; a form that somebody typed finds it', async () => {
  const budgets = bodyBudgets({ largeBytes: 12 * megabyte, waitMs: 1 })
  const { visitor } = await app({ budgets })
  const others = budgets.for(null).allot('192.0.2.1')
  await others.take(6 * megabyte)
  const full = await send(visitor(tenant), slip, 5)
  expect([full.status, full.answer.headers.get('retry-after')]).toEqual([503, '60'])
  expect(full.text).toContain('Many people are sending files right now')
  expect(full.text).toContain(`href="${slip}"`)
  expect(
    (await visitor(tenant).post('/login', 'email=a%40b.test&password=x', { 'content-length': '27' })).status,
  ).toBe(422)
  others.release()
  expect((await send(visitor(tenant), slip, 5)).status).not.toBe(503)
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
