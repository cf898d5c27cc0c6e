import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { addOperator } from '#tests/support/people/second-factor.ts'
import { type App, app, mainHost } from '#tests/support/product/http.ts'

let shop: Shop
let product: App
beforeAll(async () => {
  shop = await openShop()
  const banks = async () => ({ banks: [], fetched_at: null, stale: true, why: null })
  product = await app({ services: { fpx: { config: async () => shop.config, banks } } })
})

const fromBrowser = { origin: 'null', 'sec-fetch-site': 'cross-site', cookie: '' }
const direct = (body: BodyInit) =>
  product.visitor(mainHost).send('/fpx/direct', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** A payer comes back from the bank with a success. */
async function sentByBrowser(web: App, attempt: Awaited<ReturnType<typeof started>>['attempt']) {
  const body = shop.acBody(attempt.request_fields, '00', {}, new Date())
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...fromBrowser }
  const browser = web.visitor(mainHost)
  return { body, browser, answer: await browser.send('/fpx/indirect', { method: 'POST', body, headers }) }
}

async function started() {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code], { at: new Date() })
  return { bill, attempt, now: () => shop.attempt(attempt.public_code) }
}

/** The pool of the product, which gives nothing but this error until it is opened. */
async function crowded(error = new Error('timeout exceeded when trying to connect')) {
  const whole = product.services.pool
  let free = false
  const pool = new Proxy(whole, {
    get: (_, name) => {
      if (name === 'connect' && !free) return () => Promise.reject(error)
      const value = Reflect.get(whole, name)
      return typeof value === 'function' ? value.bind(whole) : value
    },
  })
  const web = await app({ services: { pool, fpx: product.services.fpx } })
  const open = () => {
    free = true
  }
  return { web, open }
}

describe('while the database is offline', () => {
  test('a browser’s message is kept in memory, the payer waits, and it is saved once the database is back', async () => {
    const { bill, attempt, now } = await started()
    const { web, open } = await crowded()
    const { body, browser, answer } = await sentByBrowser(web, attempt)
    expect(answer.status).toBe(303)
    const place = answer.headers.get('location')!
    expect(place).toMatch(/^\/payment\/waiting\//)
    expect(place).not.toContain(attempt.order_no)

    const page = await browser.get(place)
    expect(page.status).toBe(200)
    expect(page.headers.get('refresh')).toBe('5')
    expect(await page.text()).toContain('We have your bank’s answer')
    expect(await now()).toMatchObject({ state: 'created' })

    open()
    await vi.waitFor(async () => expect(await now()).toMatchObject({ state: 'paid' }), {
      timeout: 300_000,
      interval: 100,
    })
    expect(web.services.unsavedFpxMessages.count()).toBe(0)
    expect((await browser.get(place)).headers.get('location')).toContain(
      `/payment/status/${attempt.public_code}`,
    )
    // FPX's own call and the browser's end in the same.
    expect(await (await direct(body)).text()).toBe('OK')
    expect(await shop.paymentOf(attempt.id)).toHaveLength(1)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
  })

  test('an unsigned message is not kept', async () => {
    const { web } = await crowded()
    const { attempt } = await started()
    const forged = shop.acBody(attempt.request_fields, '00').replace(/fpx_checkSum=\w/, 'fpx_checkSum=Z')
    const answer = await web.visitor(mainHost).send('/fpx/indirect', { method: 'POST', body: forged })
    expect(answer).toRedirectTo('/payment/returned')
    expect(web.services.unsavedFpxMessages.count()).toBe(0)
  })

  test('an address that was made up leads nowhere', async () => {
    expect(await product.visitor(mainHost).get('/payment/waiting/v1.x.y')).toRedirectTo('/payment/returned')
  })
})

describe('a message that is kept', () => {
  const hour = 3_600_000
  const stopClock = () =>
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
      now: Date.now(),
    })
  afterEach(() => {
    vi.useRealTimers()
  })
  const notices = () =>
    withPlatform(shop.tenant.database.pool, (trx) =>
      trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'fpx.unwritten').execute(),
    )
  const said = (web: App, words: string) => web.log.filter(({ msg }) => msg === words)

  test('is one that meets an outage: any other failure is an error at once', async () => {
    const { attempt } = await started()
    const { web } = await crowded(Object.assign(new Error('syntax error'), { code: '42601' }))
    const { answer } = await sentByBrowser(web, attempt)
    expect(answer).toRedirectTo('/payment/returned')
    expect(web.services.unsavedFpxMessages.count()).toBe(0)
    expect(said(web, 'FPX message not taken')).toHaveLength(1)
  })

  test('is given up after an hour: a line in the log, and a mail to operators once the database is back', async () => {
    const support = await addOperator({ role: 'support' })
    const { attempt, now } = await started()
    const { web, open } = await crowded()
    stopClock()
    await sentByBrowser(web, attempt)
    await vi.advanceTimersByTimeAsync(hour - 30_000)
    expect(web.services.unsavedFpxMessages.count()).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(web.services.unsavedFpxMessages.count()).toBe(0)
    const [line, ...others] = said(web, 'held FPX message given up')
    expect(line).toMatchObject({ level: 50, order_no: attempt.order_no, why: 'CONNECTIONS_TAKEN' })
    expect(others).toEqual([])
    expect(JSON.stringify(web.log)).not.toContain(attempt.buyer_email)
    expect(await notices()).toEqual([])

    open()
    await vi.advanceTimersByTimeAsync(30_000)
    await vi.waitFor(async () =>
      expect(await notices()).toContainEqual({
        payload: {
          operator_id: support.id,
          count: 1,
          order_nos: [attempt.order_no],
          since: expect.any(String),
        },
      }),
    )
    expect(await now()).toMatchObject({ state: 'created' })
    await vi.advanceTimersByTimeAsync(hour)
    expect(await notices()).toHaveLength(1)
  })

  test('is given up at once when it fails for another reason than an outage', async () => {
    const { attempt } = await started()
    const { web, open } = await crowded()
    stopClock()
    await sentByBrowser(web, attempt)
    vi.spyOn(product.services.pool, 'connect').mockImplementation(() =>
      Promise.reject(Object.assign(new Error('a secret'), { code: '23514', detail: 'a secret' })),
    )
    open()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(web.services.unsavedFpxMessages.count()).toBe(0)
    expect(said(web, 'held FPX message given up')).toMatchObject([{ why: '23514' }])
    expect(JSON.stringify(web.log)).not.toContain('a secret')
  })

  test('is tried once more when the process stops, and then no more', async () => {
    const { attempt, now } = await started()
    const { web, open } = await crowded()
    stopClock()
    await sentByBrowser(web, attempt)
    const left = await started()
    open()
    await web.services.unsavedFpxMessages.stop()
    expect(await now()).toMatchObject({ state: 'paid' })
    expect(web.services.unsavedFpxMessages.count()).toBe(0)

    const other = await crowded()
    await sentByBrowser(other.web, left.attempt)
    await other.web.services.unsavedFpxMessages.stop()
    expect(said(other.web, 'held FPX message goes with the process')).toMatchObject([
      { level: 50, order_no: left.attempt.order_no },
    ])
    other.open()
    await vi.advanceTimersByTimeAsync(hour)
    expect(await left.now()).toMatchObject({ state: 'created' })
    expect((await sentByBrowser(other.web, left.attempt)).answer.status).toBe(303)
  })
})
