import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { encode, makePair, sealAc } from '#app/integrations/fpx/test-support.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { withoutIds, wordsOf } from '#tests/support/access/answers.ts'
import { freshTenant, newSellerId } from '#tests/support/database/tenant.ts'
import { type App, app, mainHost, productPool } from '#tests/support/product/http.ts'

let shop: Shop
let product: App
const noBanks = { banks: [], fetched_at: null, stale: true, why: null }

beforeAll(async () => {
  shop = await openShop()
  const fpx = { config: async () => shop.config, banks: async () => noBanks }
  product = await app({ services: { fpx } })
})

/** FPX's server, or a payer's browser that FPX's page has sent: another site, no cookie. */
const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  product.visitor(mainHost).send(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const direct = (body: BodyInit) => post('/fpx/direct', body)
const fromBrowser = { origin: 'null', 'sec-fetch-site': 'cross-site', cookie: '' }
const indirect = (body: BodyInit) => post('/fpx/indirect', body, fromBrowser)

async function started(sen = 12_000) {
  const bill = await shop.bill(sen)
  const attempt = await shop.start([bill.public_code], { at: new Date() })
  return { bill, attempt, now: () => shop.attempt(attempt.public_code) }
}

/** All messages that were kept about an order, or that claim it. */
const messages = (order_no: string) =>
  withPlatform(shop.tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.gateway_message')
      .selectAll()
      .where((eb) =>
        eb.or([
          eb('note', 'like', `%${order_no}%`),
          eb(
            'attempt_id',
            'in',
            eb.selectFrom('platform.gateway_order').select('attempt_id').where('order_no', '=', order_no),
          ),
        ]),
      )
      .orderBy('received_at')
      .execute(),
  )

const everything = async () => ({
  payments: (await shop.payments()).length,
  states: await shop.tenant.read((db) =>
    db.selectFrom('payment_attempt').select(['id', 'state', 'review_reason']).orderBy('id').execute(),
  ),
  invoices: await shop.tenant.read((db) =>
    db.selectFrom('invoice').select(['id', 'status', 'paid_sen', 'version']).orderBy('id').execute(),
  ),
})

describe('a message of FPX’s server', () => {
  test('that verifies is stored completely and answered with OK alone', async () => {
    const { bill, attempt, now } = await started()
    const body = shop.acBody(attempt.request_fields, '00', {}, new Date())
    const response = await direct(body)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from('OK'))
    expect(await now()).toMatchObject({ state: 'paid' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
    const [message] = await messages(attempt.order_no)
    expect(message).toMatchObject({
      kind: 'direct',
      verified: true,
      outcome: 'post',
      response_code: '00',
      entity_id: shop.tenant.entity.id,
      attempt_id: attempt.id,
      ip: '192.0.2.1',
    })
    expect(bodyOf(message).toString()).toBe(body)
    expect(message!.body_sha256).toEqual(createHash('sha256').update(body).digest())
    expect(message!.certificate_fingerprint).toMatch(/^[0-9a-f]{64}$/)
  })

  test('twenty times at once is OK twenty times and one payment', async () => {
    const { attempt } = await started()
    const before = (await shop.payments()).length
    const body = shop.acBody(attempt.request_fields, '00', {}, new Date())
    const answers = await Promise.all(Array.from({ length: 20 }, () => direct(body)))
    expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))).toEqual(
      Array.from({ length: 20 }, () => [200, 'OK']),
    )
    expect((await shop.payments()).length).toBe(before + 1)
    const outcomes = (await messages(attempt.order_no)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'repeat')).toHaveLength(19)
  })

  test('about an unknown order is stored and answered with OK: sending it again would not help', async () => {
    const before = await everything()
    const body = encode(sealAc(shop.fpxKey, { fpx_sellerExOrderNo: 'LN-0000-0000-0001' }))
    expect(await (await direct(body)).text()).toBe('OK')
    expect(await everything()).toEqual(before)
    expect(await messages('LN-0000-0000-0001')).toMatchObject([
      { verified: true, outcome: 'orphan', entity_id: null, attempt_id: null },
    ])
    expect(product.log).toContainEqual(
      expect.objectContaining({ level: 50, msg: 'FPX message for nobody', order_no: 'LN-0000-0000-0001' }),
    )
  })

  test.each([
    ['amount', { fpx_txnAmount: '9999.00' }],
    ['seller', { fpx_sellerId: 'SE99999999' }],
  ])('with another %s moves no money, is put before a person and answered with OK', async (_what, given) => {
    const { bill, attempt, now } = await started()
    const before = (await shop.payments()).length
    const response = await direct(shop.acBody(attempt.request_fields, '00', given, new Date()))
    expect([response.status, await response.text()]).toEqual([200, 'OK'])
    expect((await shop.payments()).length).toBe(before)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending', paid_sen: 0 })
    expect(await now()).toMatchObject({ state: 'needs_review', review_reason: 'mismatch' })
    expect(
      product.log.some(({ msg, reason }) => msg === 'payment needs a person' && reason === 'mismatch'),
    ).toBe(true)
  })

  test('that comes out of order never reverses a payment', async () => {
    const { attempt, now } = await started()
    for (const code of ['00', '09', '80', '51'])
      expect(await (await direct(shop.acBody(attempt.request_fields, code, {}, new Date()))).text()).toBe(
        'OK',
      )
    expect(await now()).toMatchObject({ state: 'paid', response_code: '00' })
  })

  test('of one organisation does not touch others', async () => {
    const other = await freshTenant({ fpx_seller_id: newSellerId() })
    const { attempt, now } = await started()
    const answer = await direct(shop.acBody(attempt.request_fields, '00', {}, new Date()))
    expect(await answer.text()).toBe('OK')
    expect(await now()).toMatchObject({ state: 'paid' })
    const count = await other.read((db) => db.selectFrom('payment').select('id').execute())
    const seen = await other.read((db) => db.selectFrom('platform.gateway_message').select('id').execute())
    expect([count.length, seen.length]).toEqual([0, 0])
  })

  test('while the database is offline is not answered with OK, so that FPX sends it again', async () => {
    const { attempt } = await started()
    const pool = await productPool('postgres://nobody:nothing@127.0.0.1:1/none', { waitMs: 200 })
    const { fpx } = product.services
    const broken = await app({ services: { pool, fpx } })
    const body = shop.acBody(attempt.request_fields, '00', {}, new Date())
    const response = await broken.visitor(mainHost).send('/fpx/direct', { method: 'POST', body })
    expect(response.status).toBe(503)
    expect(withoutIds(await wordsOf(response))).not.toContain('OK')
    expect(await (await direct(body)).text()).toBe('OK')
    await pool.end()
  })
})

describe('a message that does not verify', () => {
  const forgeries: [string, (genuine: string) => BodyInit | Promise<BodyInit>][] = [
    ['a changed amount', (genuine) => genuine.replace(/fpx_txnAmount=[\d.]+/, 'fpx_txnAmount=1.00')],
    ['a changed code', (genuine) => genuine.replace('fpx_debitAuthCode=00', 'fpx_debitAuthCode=09')],
    [
      'a random checksum',
      (genuine) => genuine.replace(/fpx_checkSum=\w+/, `fpx_checkSum=${randomBytes(256).toString('hex')}`),
    ],
    ['a short checksum', (genuine) => genuine.slice(0, -2)],
    ['no checksum', (genuine) => genuine.replace(/&fpx_checkSum=\w+/, '')],
    ['a field sent twice', (genuine) => `${genuine}&fpx_txnAmount=1.00`],
    ['a field left out', (genuine) => genuine.replace(/fpx_buyerIban=&/, '')],
    [
      'a stranger’s signature',
      async (genuine) => {
        const stranger = await makePair('2025-01-01', '2030-01-01')
        const { fpx_checkSum: _, ...fields } = Object.fromEntries(new URLSearchParams(genuine))
        return encode(sealAc(stranger.key, fields))
      },
    ],
    [
      'SHA-256',
      (genuine) => {
        const { fpx_checkSum: _, ...fields } = Object.fromEntries(new URLSearchParams(genuine))
        return encode(sealAc(shop.fpxKey, fields, { algorithm: 'RSA-SHA256' }))
      },
    ],
    ['an enquiry instead of an answer', (genuine) => genuine.replace('fpx_msgType=AC', 'fpx_msgType=AE')],
    ['nothing', () => ''],
    ['rubbish', () => '%%% fpx is = not & well ==='],
    ['bytes that are no text', () => randomBytes(5_000)],
    ['a NUL', (genuine) => `${genuine}%00\0`],
    ['a megabyte of one letter', () => 'a'.repeat(1_048_576)],
    ['a megabyte of noise', () => randomBytes(1_048_576)],
    ['a genuine message and a megabyte', (genuine) => `${genuine}&x=${'y'.repeat(1_048_576)}`],
  ]

  test.each(forgeries)('%s: 400, nothing changed, and it is stored', async (_what, forge) => {
    const { attempt } = await started()
    const before = await everything()
    const logged = product.log.length
    const body = await forge(shop.acBody(attempt.request_fields, '00', {}, new Date()))
    const response = await direct(body)
    expect(response.status).toBe(400)
    expect(await response.text()).toBe('NOT VERIFIED')
    expect(await everything()).toEqual(before)
    const [last] = await withPlatform(shop.tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.gateway_message')
        .selectAll()
        .orderBy('received_at', 'desc')
        .limit(1)
        .execute(),
    )
    expect(last).toMatchObject({ kind: 'direct', verified: false, attempt_id: null, entity_id: null })
    expect(bodyOf(last).length).toBeLessThanOrEqual(4_096)
    const size = typeof body === 'string' ? Buffer.byteLength(body) : (body as Uint8Array).byteLength
    expect(last!.note).toContain(`${size} bytes`)
    expect(product.log.slice(logged)).toContainEqual(
      expect.objectContaining({ level: 40, msg: 'FPX message refused', reason: last!.outcome }),
    )
  })

  test('in a flood is stored a hundred times and then only logged', async () => {
    const address = '192.0.2.77'
    const flood = () =>
      product.handle(
        new Request(`http://${mainHost}/fpx/direct`, {
          method: 'POST',
          body: 'flood',
          headers: { host: mainHost },
        }),
        { address },
      )
    for (let round = 0; round < 12; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, flood))
      expect(answers.every(({ status }) => status === 400)).toBe(true)
    }
    const kept = await withPlatform(shop.tenant.database.pool, (trx) =>
      trx.selectFrom('platform.gateway_message').select('id').where('ip', '=', address).execute(),
    )
    expect(kept).toHaveLength(100)
  })
})

describe('the payer’s browser', () => {
  test('is redirected to the payment’s page of its organisation, without a session and from another site', async () => {
    const { attempt, now } = await started()
    const response = await indirect(shop.acBody(attempt.request_fields, '00', {}, new Date()))
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(
      `http://${shop.tenant.host}:3000/payment/status/${attempt.public_code}`,
    )
    expect(withoutIds(await wordsOf(response))).not.toContain('OK')
    expect(await now()).toMatchObject({ state: 'paid' })
  })

  test('that reloads its last page changes nothing', async () => {
    const { attempt } = await started()
    const body = shop.acBody(attempt.request_fields, '00', {}, new Date())
    await indirect(body)
    const before = await everything()
    expect((await indirect(body)).status).toBe(303)
    expect(await everything()).toEqual(before)
  })

  test('with a message that does not verify or is about no order learns nothing about any payment', async () => {
    const { attempt } = await started()
    const forged = shop.acBody(attempt.request_fields, '00').replace(/fpx_checkSum=\w/, 'fpx_checkSum=Z')
    const unknown = encode(sealAc(shop.fpxKey, { fpx_sellerExOrderNo: 'LN-0000-0000-0002' }))
    for (const body of [forged, unknown, '', 'x'.repeat(1_048_576)]) {
      const response = await indirect(body)
      expect(response).toRedirectTo('/payment/returned')
    }
    const page = await (await product.visitor(mainHost).get('/payment/returned')).text()
    expect(page).toContain('please do not pay again')
  })
})

test('only FPX posts here: other methods and other hosts are turned away', async () => {
  const visitor = product.visitor(mainHost)
  expect((await visitor.get('/fpx/direct')).status).toBe(405)
  expect(await visitor.get('/fpx/indirect')).toRedirectTo('/payment/returned')
  const elsewhere = await product.visitor(shop.tenant).send('/fpx/direct', { method: 'POST', body: 'x' })
  expect(elsewhere).toRedirectTo('/login')
})

test('after all of this not a sen is missing', async () => {
  await shop.balanced()
})
