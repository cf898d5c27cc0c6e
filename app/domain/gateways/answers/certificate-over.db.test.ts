import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import { minutes, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { readCertificate } from '#app/integrations/fpx/certificates/certificate.ts'
import { renew } from '#app/integrations/fpx/test-support.ts'

/** FPX signs on with its key, of which we have a certificate that ends while payments are under way; or ours ends. */
let shop: Shop
let lapsed: string
let renewed: string
let ours: { lapsed: string; renewed: string }
const day = 24 * 60
/** FPX knows our messages by our certificate: it gives no answer to those under one that is over. */
const known = () => shop.config.ownCertificate !== ours.lapsed
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const asked = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    response.end(known() ? shop.acBody(asked, '00') : 'ERROR')
  })
})

beforeAll(async () => {
  shop = await openShop()
  lapsed = await renew(shop.fpx, '2025-01-01', '2026-01-25')
  renewed = await renew(shop.fpx, '2026-01-20', '2027-01-20')
  ours = {
    lapsed: await renew(shop.own, '2025-01-01', '2026-01-30'),
    renewed: await renew(shop.own, '2026-01-20', '2027-01-20'),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  shop.config.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
const allGood = () => Object.assign(shop.config, { certificates: [renewed], ownCertificate: ours.renewed })
beforeEach(allGood)

/** Which certificate is over, and how an enquiry fails meanwhile. */
const over = {
  FPX: { end: () => Object.assign(shop.config, { certificates: [lapsed] }), fails: 'certificate_expired' },
  ours: { end: () => Object.assign(shop.config, { ownCertificate: ours.lapsed }), fails: 'error_body' },
}
const whose = ['FPX', 'ours'] as const

const ask = (id: string, when: Date) =>
  enquireAttempt(
    { gateways: shop.gateways, write: shop.tenant.write, now: () => when, timeoutMs: 2_000 },
    systemActor,
    id,
    'due',
  )

async function underWay(which: keyof typeof over, model: 'B2C' | 'B2B1' = 'B2C') {
  const bill = await shop.bill()
  const { id, public_code } = await shop.start([bill.public_code], { model })
  over[which].end()
  return { id, bill, now: () => shop.attempt(public_code) }
}

describe.each(whose)('when the certificate of %s has expired', (which) => {
  test('no payment is started and no invoice locked', async () => {
    const bill = await shop.bill()
    over[which].end()
    const refused = { name: 'Refusal', code: 'payment.gateway_paused' }
    await expect(shop.start([bill.public_code])).rejects.toMatchObject(refused)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
  })

  test.each(['B2C', 'B2B1'] as const)(
    'an unanswered %s payment gives its invoice back after the hour',
    async (model) => {
      const { id, bill } = await underWay(which, model)
      expect(await ask(id, minutes(64))).toMatchObject({ state: 'created', effect: 'keep' })
      expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_until: null })
      const [message] = await shop.messagesOf(id)
      expect(message).toMatchObject({ verified: false, outcome: over[which].fails })
    },
  )

  test('an attempt is asked about even after its window, and ends by the answer once the certificate is renewed', async () => {
    const { id, bill, now } = await underWay(which)
    expect(await ask(id, minutes(4 * day))).toMatchObject({ state: 'created' })
    const { next_enquiry_at } = await now()
    expect(next_enquiry_at).toEqual(minutes(4 * day + 360))
    allGood()
    shop.config.certificates = [lapsed, renewed]
    expect(await ask(id, next_enquiry_at!)).toMatchObject({ state: 'paid', effect: 'post' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
    expect(await now()).toMatchObject({ next_enquiry_at: null })
  })
})

test('our own certificate is valid up to the second of its end', async () => {
  const end = readCertificate(ours.lapsed).not_after
  over.ours.end()
  const [last, late] = [await shop.bill(), await shop.bill()]
  expect(await shop.start([last.public_code], { at: end })).toMatchObject({ state: 'created' })
  const after = new Date(end.getTime() + 1_000)
  await expect(shop.start([late.public_code], { at: after })).rejects.toMatchObject({
    code: 'payment.gateway_paused',
  })
})

test('an answer that FPX gives despite our expired certificate is accepted, since its own is valid', async () => {
  const { bill, now } = await underWay('ours')
  expect(await shop.say(await now(), '00')).toMatchObject({ state: 'paid', effect: 'post' })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
})
