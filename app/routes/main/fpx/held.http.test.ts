import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openShop, type Shop } from '#app/domain/attempts/test-support.ts'
import { createPool } from '#db/pool.ts'
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

async function started() {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code], { at: new Date() })
  return { bill, attempt, now: () => shop.attempt(attempt.public_code) }
}

describe('while the database has no connection to give', () => {
  /** A pool that has none until it is told otherwise. */
  async function crowded() {
    const away = createPool('postgres://nobody:nothing@127.0.0.1:1/none', { waitMs: 100 })
    const whole = product.services.pool
    let free = false
    const pool = new Proxy(whole, {
      get: (_, name) => {
        const of = free ? whole : away
        const value = Reflect.get(of, name)
        return typeof value === 'function' ? value.bind(of) : value
      },
    })
    const web = await app({ services: { pool, fpx: product.services.fpx } })
    const open = () => {
      free = true
    }
    return { web, open, close: () => away.end() }
  }

  test('what a browser brings is kept, the payer waits, and it is written down when there is one', async () => {
    const { bill, attempt, now } = await started()
    const { web, open, close } = await crowded()
    const body = shop.acBody(attempt.request_fields, '00', {}, new Date())
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...fromBrowser }
    const browser = web.visitor(mainHost)
    const answer = await browser.send('/fpx/indirect', { method: 'POST', body, headers })
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
      timeout: 30_000,
      interval: 100,
    })
    expect(web.services.held.waiting()).toBe(0)
    expect((await browser.get(place)).headers.get('location')).toContain(
      `/payment/status/${attempt.public_code}`,
    )
    // FPX's own call and the browser's end in the same.
    expect(await (await direct(body)).text()).toBe('OK')
    expect(await shop.paymentOf(attempt.id)).toHaveLength(1)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
    await close()
  })

  test('what nobody signed is not kept', async () => {
    const { web, close } = await crowded()
    const { attempt } = await started()
    const forged = shop.acBody(attempt.request_fields, '00').replace(/fpx_checkSum=\w/, 'fpx_checkSum=Z')
    const answer = await web.visitor(mainHost).send('/fpx/indirect', { method: 'POST', body: forged })
    expect(answer).toRedirectTo('/payment/returned')
    expect(web.services.held.waiting()).toBe(0)
    await close()
  })

  test('an address that was made up leads nowhere', async () => {
    expect(await product.visitor(mainHost).get('/payment/waiting/v1.x.y')).toRedirectTo('/payment/returned')
  })
})
