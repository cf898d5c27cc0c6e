import { beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type App, app, mainHost } from '#tests/support/product/http.ts'

/** Messages and headers in shapes that nobody promised, as they come over the wire. */
let shop: Shop
let product: App

beforeAll(async () => {
  shop = await openShop()
  const banks = async () => ({ banks: [], fetched_at: null, stale: true, why: null })
  product = await app({ trustProxy: true, services: { fpx: { config: async () => shop.config, banks } } })
})

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  product.visitor(mainHost).send(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

async function paying() {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code], { at: new Date() })
  const body = shop.acBody(attempt.request_fields, '00', {}, new Date())
  return { bill, attempt, body, now: () => shop.attempt(attempt.public_code) }
}

const lastMessage = () =>
  withPlatform(shop.tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.gateway_message')
      .selectAll()
      .orderBy('received_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )

describe('a genuine message with more than was signed', () => {
  const extras: [string, string][] = [
    ['a field of FPX’s future', 'fpx_newField=1'],
    ['a field that is called almost the same', 'FPX_TXNAMOUNT=1.00&fpx_txnamount=1.00&Fpx_debitAuthCode=51'],
    ['names as PHP has them', 'fpx_txnAmount%5B%5D=1.00&fpx_debitAuthCode%5B0%5D=51'],
    ['names with spaces around', '+fpx_txnAmount=1.00&fpx_debitAuthCode%20=51&%09fpx_sellerId=X'],
    ['names of what every object has', '__proto__=1&constructor=1&toString=1&__proto__%5Bpaid%5D=1'],
    ['five hundred fields', Array.from({ length: 500 }, (_, index) => `x${index}=${index}`).join('&')],
    ['a field without a name, and one without a value', '=1&empty'],
    ['signs of a broken end', '&&&'],
    ['half an escape', 'x=%E0%A4%A'],
    ['a | in a value that nobody signed', 'x=1%7C2'],
  ]

  test.each(extras)('%s: taken as it was signed, and kept whole', async (_what, extra) => {
    const { bill, attempt, body, now } = await paying()
    const sent = `${body}&${extra}`
    const answer = await post('/fpx/direct', sent)
    expect([answer.status, await answer.text()]).toEqual([200, 'OK'])
    expect(await now()).toMatchObject({ state: 'paid', response_code: '00', review_reason: null })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
    expect(await shop.paymentOf(attempt.id)).toMatchObject([{ amount_sen: attempt.amount_sen }])
    const [message] = await shop.messagesOf(attempt.id)
    expect(bodyOf(message).toString()).toBe(sent)
  })

  test('in its address: what stands there is no part of it', async () => {
    const { attempt, body, now } = await paying()
    const forged = new URLSearchParams({ fpx_txnAmount: '1.00', fpx_debitAuthCode: '51' })
    expect(await (await post(`/fpx/direct?${forged}`, body)).text()).toBe('OK')
    expect(await now()).toMatchObject({ state: 'paid' })
    expect(await shop.paymentOf(attempt.id)).toMatchObject([{ amount_sen: attempt.amount_sen }])
    const { body: whole } = await paying()
    expect((await post(`/fpx/direct?${whole}`, '')).status).toBe(400)
  })
})

describe('a genuine message with something said twice', () => {
  const repeated: [string, (body: string) => string][] = [
    ['a field, otherwise', (body) => `${body}&fpx_txnAmount=1.00`],
    ['a field before all', (body) => `fpx_txnAmount=1.00&${body}`],
    ['a field alike', (body) => `${body}&${/fpx_txnAmount=[^&]+/.exec(body)![0]}`],
    ['a field, its name escaped', (body) => `${body}&fpx%5FtxnAmount=1.00`],
    ['a field without a value', (body) => `${body}&fpx_debitAuthCode`],
    ['the checksum', (body) => `${body}&${/fpx_checkSum=\w+/.exec(body)![0]}`],
    ['a field that is not signed', (body) => `${body}&x=1&x=2`],
    ['all of it', (body) => `${body}&${body}`],
  ]

  test.each(repeated)('%s: nobody knows what it says, so nothing is believed', async (_what, twice) => {
    const { bill, attempt, body, now } = await paying()
    for (const path of ['/fpx/direct', '/fpx/indirect']) {
      const answer = await post(path, twice(body), path.endsWith('indirect') ? { origin: 'null' } : {})
      if (path === '/fpx/direct') expect([answer.status, await answer.text()]).toEqual([400, 'NOT VERIFIED'])
      else expect(answer).toRedirectTo('/payment/returned')
      const { outcome, verified, attempt_id, note } = await lastMessage()
      expect({ outcome, verified, attempt_id }).toEqual({
        outcome: 'duplicate_field',
        verified: false,
        attempt_id: null,
      })
      expect(note).toContain(attempt.order_no)
    }
    expect(await now()).toMatchObject({ state: 'created' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending', paid_sen: 0 })
    expect(await shop.paymentOf(attempt.id)).toEqual([])
    expect(await (await post('/fpx/direct', body)).text()).toBe('OK')
  })
})

describe('where a message came from', () => {
  /** The socket's in these tests, for what is no address. */
  const proxy = '192.0.2.1'
  const shapes: [string, string, string][] = [
    ['IPv4 in IPv6', '::ffff:198.51.100.7', '198.51.100.7'],
    ['IPv4 in IPv6, in sixteens', '::FFFF:C633:6407', '198.51.100.7'],
    ['IPv4 in IPv6 with a port', '[::ffff:198.51.100.7]:51234', '198.51.100.7'],
    ['a zone', 'fe80::1%eth0', 'fe80::1'],
    ['a zone and a port', '[fe80::1%25eth0]:443', 'fe80::1'],
    ['a zone of IPv4 in IPv6', '::ffff:198.51.100.7%2', '198.51.100.7'],
    ['a port', '198.51.100.7:51234', '198.51.100.7'],
    ['long IPv6', '2001:0DB8:0000:0000:0000:0000:0000:0007', '2001:db8::7'],
    ['many hops', `${'203.0.113.9, '.repeat(400)}198.51.100.7`, '198.51.100.7'],
    ['hops without spaces', '203.0.113.9,10.0.0.1,198.51.100.7', '198.51.100.7'],
    ['an end without a hop', '198.51.100.7,', proxy],
    ['nothing but commas', ',,,,', proxy],
    ['garbage', "1' or '1'='1", proxy],
    ['garbage after an address', '198.51.100.7 <script>', proxy],
    ['a name', 'unknown', proxy],
    ['a port without a number', '198.51.100.7:', proxy],
    ['a port that is too long for any', '198.51.100.7:4294967296', proxy],
    ['too many numbers', '198.51.100.7.5', proxy],
    ['numbers of another base', '0306.063.0144.07', proxy],
    ['a number alone', '3325256711', proxy],
    ['half a bracket', '[2001:db8::7', proxy],
    ['two ::', '2001::db8::7', proxy],
    ['the header of another standard', 'for=198.51.100.7;proto=https', proxy],
    ['four thousand letters', '9'.repeat(4_000), proxy],
  ]

  test.each(shapes)('%s', async (_what, header, ip) => {
    const { attempt, body } = await paying()
    const answer = await post('/fpx/direct', body, { 'x-forwarded-for': header })
    expect(await answer.text()).toBe('OK')
    expect(await shop.messagesOf(attempt.id)).toMatchObject([{ ip, verified: true }])
    expect(product.log.at(-1)).toMatchObject({ msg: 'request', ip })
  })

  test('of many addresses of one line is one visitor, whose flood is kept a hundred times', async () => {
    const flood = (number: number) =>
      post('/fpx/direct', 'flood', { 'x-forwarded-for': `[2001:db8:7:7::${number.toString(16)}]:443` })
    for (let round = 0; round < 11; round++)
      await Promise.all(Array.from({ length: 10 }, (_, index) => flood(round * 10 + index + 1)))
    const kept = await withPlatform(shop.tenant.database.pool, (trx) =>
      trx.selectFrom('platform.gateway_message').select('id').where('ip', 'like', '2001:db8:7:7:%').execute(),
    )
    expect(kept).toHaveLength(100)
  })
})

test('after all of this not a sen is missing', async () => {
  await shop.balanced()
})
