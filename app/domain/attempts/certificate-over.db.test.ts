import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemActor } from '#app/domain/actor.ts'
import { renew } from '#app/integrations/fpx/test-support.ts'
import { enquireAttempt } from './enquire.server.ts'
import { minutes, openShop, type Shop } from './test-support.ts'

/** FPX signs on with its key, of which we have a certificate that ends while payments are under way. */
let shop: Shop
let lapsed: string
let renewed: string
const day = 24 * 60
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const asked = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    response.end(shop.acBody(asked, '00'))
  })
})

beforeAll(async () => {
  shop = await openShop()
  lapsed = await renew(shop.fpx, '2025-01-01', '2026-01-25')
  renewed = await renew(shop.fpx, '2026-01-20', '2027-01-20')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  shop.config.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  shop.config.certificates = [renewed]
})

const ask = (id: string, when: Date) =>
  enquireAttempt(
    { config: shop.config, write: shop.tenant.write, now: () => when, timeoutMs: 2_000 },
    systemActor,
    id,
    'due',
  )

async function underWay(model: 'B2C' | 'B2B1' = 'B2C') {
  const bill = await shop.bill()
  const { id, public_code } = await shop.start([bill.public_code], { model })
  shop.config.certificates = [lapsed]
  return { id, bill, now: () => shop.attempt(public_code) }
}

test('a payment is not begun, and its invoice not locked, when no answer could be verified', async () => {
  const bill = await shop.bill()
  shop.config.certificates = [lapsed]
  const refused = { name: 'Refusal', code: 'payment.gateway_paused' }
  await expect(shop.start([bill.public_code])).rejects.toMatchObject(refused)
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
})

test.each(['B2C', 'B2B1'] as const)(
  'an unanswered %s payment gives its invoice back after the hour',
  async (model) => {
    const { id, bill } = await underWay(model)
    expect(await ask(id, minutes(64))).toMatchObject({ state: 'created', effect: 'keep' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_until: null })
    const [message] = await shop.messagesOf(id)
    expect(message).toMatchObject({ verified: false, outcome: 'certificate_expired' })
  },
)

test('it is asked about past its window too, and ends by the answer once the certificate is renewed', async () => {
  const { id, bill, now } = await underWay()
  expect(await ask(id, minutes(4 * day))).toMatchObject({ state: 'created' })
  const { next_enquiry_at } = await now()
  expect(next_enquiry_at).toEqual(minutes(4 * day + 360))
  shop.config.certificates = [lapsed, renewed]
  expect(await ask(id, next_enquiry_at!)).toMatchObject({ state: 'paid', effect: 'post' })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
  expect(await now()).toMatchObject({ next_enquiry_at: null })
})
