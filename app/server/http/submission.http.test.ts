import { beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#db/id.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser, builtServer, mainHost } from '#tests/support/product/http.ts'

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
      async pull(to) {
        // as a network would, it lets others come in between
        await new Promise(setImmediate)
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

test('of eighty large uploads of one sender at once each is taken, while forms and calls of gateways pass', async () => {
  const budgets = bodyBudgets({ uploadWaitMs: 600_000 })
  const { visitor, signedInAs } = await app({ budgets })
  const admin = await signedInAs(tenant, 'admin')
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, budgets.used())
  }, 1)
  let over = 0
  const uploads = Array.from({ length: 80 }, async () => {
    const sent = await send(admin, '/import/new', 11.5)
    over += 1
    return sent
  })
  const small = Array.from({ length: 40 }, async (_, index) => {
    const answer =
      index % 2 === 0
        ? await visitor(tenant).post('/login', 'email=&password=', { 'content-length': '16' })
        : await visitor(mainHost).send(`/chip/webhook/${newId()}`, { method: 'POST', body: '{}' })
    return `${answer.status} ${over < 80}`
  })
  // answered before the uploads are through
  expect(new Set(await Promise.all(small))).toEqual(new Set(['422 true', '401 true']))
  const sent = await Promise.all(uploads)
  clearInterval(watch)
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([422]))
  expect(sent.every(({ read }) => read === 11.5 * megabyte)).toBe(true)
  expect(most).toBeGreaterThan(11 * megabyte)
  expect(most, 'one sender has a quarter').toBeLessThan(17 * megabyte)
  expect(budgets.used(), 'all is given back').toBe(0)
}, 600_000)

test('who finds no room is asked to come again; a form that somebody typed finds it', async () => {
  const budgets = bodyBudgets({ largeBytes: 24 * megabyte, uploadWaitMs: 1 })
  const { visitor } = await app({ budgets })
  const others = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'].map((sender) =>
    budgets.for(null).allot(sender),
  )
  for (const one of others) await one.take(6 * megabyte)
  const full = await send(visitor(tenant), slip, 5)
  expect([full.status, full.answer.headers.get('retry-after'), full.read]).toEqual([503, '60', 0])
  expect(full.text).toContain('Many people are sending files right now')
  expect(full.text).toContain(`href="${slip}"`)
  expect(
    (await visitor(tenant).post('/login', 'email=a%40b.test&password=x', { 'content-length': '27' })).status,
  ).toBe(422)
  for (const one of others) one.release()
  expect((await send(visitor(tenant), slip, 5)).status).not.toBe(503)
})

test('who sends too much at once is told that it is their own', async () => {
  const budgets = bodyBudgets({ largeBytes: 24 * megabyte, uploadWaitMs: 50 })
  const { visitor } = await app({ budgets })
  const { init } = upload(5)
  const stalled = visitor(tenant).send(slip, {
    ...init,
    body: new ReadableStream({ start: (to) => setTimeout(() => to.error(new Error('gone')), 3_000) }),
    headers: { ...init.headers, origin: `http://${visitor(tenant).host}`, 'sec-fetch-site': 'same-origin' },
  })
  await vi.waitFor(() => expect(budgets.used()).toBe(5 * megabyte), { timeout: 10_000 })
  const full = await send(visitor(tenant), slip, 5, { 'accept-language': 'ms' })
  expect([full.status, full.answer.headers.get('retry-after')]).toEqual([429, '30'])
  expect(full.text).toContain('Fail anda yang lain masih dihantar')
  expect(full.text).toContain(`href="${slip}"`)
  await stalled
  expect(budgets.used()).toBe(0)
})

test('a form of more fields than any of ours is refused before it is parsed', async () => {
  const visitor = product.visitor(tenant)
  expect((await visitor.post('/login', 'a&'.repeat(100_000))).status).toBe(413)
  expect((await visitor.post('/login', 'a&'.repeat(1_000))).status).toBe(422)
})

test('who may send is told in their language how much a page takes, and little of what is too much is read', async () => {
  const admin = await product.signedInAs(tenant, 'admin')
  const file = await send(admin, '/import/new', 13)
  expect(file.status).toBe(413)
  expect(file.read).toBeLessThanOrEqual(100_000)
  expect(file.text).toMatch(/A file may have \d+ MB at most/)
  expect(file.text).toContain('href="/import/new"')
  expect(file.text).toContain('<dt>File</dt>')
  const malay = await send(product.visitor(tenant), '/login', 2, { 'accept-language': 'ms-MY' })
  expect(malay.status).toBe(413)
  expect(malay.text).toContain('menerima teks sehingga 500 kB')
  expect(malay.text).not.toContain('<a ')
  const { host } = product.visitor(tenant)
  for (const [referer, back] of [
    [`http://${host}/login?next=%2Finvoice`, 'href="/login?next=%2Finvoice"'],
    [`http://${host}//elsewhere.test/x`, undefined],
    ['http://elsewhere.test/login', undefined],
  ] as const) {
    const { text } = await send(product.visitor(tenant), '/login', 2, { referer })
    expect(/<a (.*?)>/.exec(text)?.[1]).toBe(back)
  }
})

test('the page names the field and the file that was too large, in the language of its reader', async () => {
  const form = new FormData()
  form.set('amount', '120.00')
  form.set('file', new File([new Uint8Array(7 * megabyte)], 'slip "Mac" <1>.jpg'))
  const written = new Response(form)
  const guest = product.visitor(tenant)
  const answer = await guest.send(slip, {
    method: 'POST',
    body: await written.arrayBuffer(),
    headers: {
      'content-type': written.headers.get('content-type')!,
      'accept-language': 'ms',
      origin: `http://${guest.host}`,
      'sec-fetch-site': 'same-origin',
    },
  })
  expect(answer.status).toBe(413)
  const html = await answer.text()
  expect(html).toContain('<dt>Slip</dt><dd>slip &quot;Mac&quot; &lt;1&gt;.jpg</dd>')
  expect(html).toMatch(/paling besar ialah \d+ MB/)
  expect(html).toContain(`href="${slip}"`)
})
