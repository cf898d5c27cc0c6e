import { beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { keyFingerprint, readCertificate } from '#app/integrations/fpx/certificates/certificate.ts'
import { FpxConfigError } from '#app/integrations/fpx/config.ts'
import { renew } from '#app/integrations/fpx/test-support.ts'
import { type App, app, mainHost } from '#tests/support/product/http.ts'

let shop: Shop
let product: App
let broken = false
const day = 86_400_000

beforeAll(async () => {
  shop = await openShop()
  const banks = async () => ({ banks: [], fetched_at: null, stale: true, why: null })
  const config = async () => {
    if (broken) throw new FpxConfigError('/etc/lunas/EX.key cannot be read')
    return shop.config
  }
  product = await app({ services: { fpx: { config, banks } } })
})

async function page(path = '/admin/fpx') {
  const html = await (await (await product.operator('support')).get(path)).text()
  return { html, words: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') }
}

const until = (days: number) => renew(shop.fpx, '2025-01-01', new Date(Date.now() + days * day).toISOString())

test('before any message: the two addresses, who we are, the fingerprints, and nothing secret', async () => {
  const { html, words } = await page()
  expect(html).toContain(`<code class="key">http://${mainHost}/fpx/direct</code>`)
  expect(html).toContain(`<code class="key">http://${mainHost}/fpx/indirect</code>`)
  const { fingerprint, serial } = readCertificate(shop.config.certificates[0]!)
  for (const fact of ['EX00000000', '01', fingerprint, serial, keyFingerprint(shop.config.privateKey)])
    expect(words).toContain(fact)
  expect(words).toContain('FPX has not sent a signed message yet.')
  expect(html).not.toMatch(/BEGIN|PRIVATE/)
  const body = shop.config.privateKey.split('\n').slice(1, 4).join('')
  expect(html.replace(/\s/g, '')).not.toContain(body)
})

test('the last message, and what it says of the clocks', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code], { at: new Date() })
  const sent = new Date(Date.now() - 90_000)
  const answer = await product.visitor(mainHost).send('/fpx/direct', {
    method: 'POST',
    body: shop.acBody(attempt.request_fields, '00', {}, sent),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(await answer.text()).toBe('OK')
  const { words } = await page()
  expect(words).toContain('Direct call of FPX')
  expect(words).toContain('00 · Approved')
  expect(words).toContain(shop.tenant.entity.name)
  const [, ahead] = /Our clock was (\d+) seconds ahead/.exec(words)!
  expect(Number(ahead)).toBeGreaterThanOrEqual(90)
})

test('a certificate that ends is told here and on the dashboard, and no more once its successor is there', async () => {
  const [ending, next] = [await until(20), await until(700)]
  shop.config.certificates = [ending]
  const { words } = await page()
  expect(words).toMatch(/The certificate of FPX ends in (19|20) days/)
  const dashboard = await page('/admin/dashboard')
  expect(dashboard.words).toContain('The certificate of FPX ends in')
  expect(dashboard.html).toContain('href="/admin/fpx"')
  shop.config.certificates = [ending, next]
  const renewed = await page()
  expect(renewed.words).not.toContain('ends in')
  expect(renewed.words).toContain('Next')
})

test('one that has ended stops new payments, and both pages say so', async () => {
  shop.config.certificates = [await until(-10)]
  for (const path of ['/admin/fpx', '/admin/dashboard'])
    expect((await page(path)).words).toContain('No online payment can be begun')
  shop.config.certificates = [await until(700)]
})

test('where our own set-up is wrong the page says what, and still tells the addresses', async () => {
  broken = true
  const { words } = await page()
  broken = false
  expect(words).toContain('FPX is not set up')
  expect(words).toContain('/etc/lunas/EX.key cannot be read')
  expect(words).toContain('/fpx/direct')
})
