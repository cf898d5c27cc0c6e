import { generateKeyPairSync, sign } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { refusalOf } from './client.ts'
import { chipUrl } from './config.ts'
import { chip, chipClient } from './gateway.ts'
import { groupsOf, straightTo, whitelistOf } from './methods.ts'
import { readPurchase, reportOf, subjectOf } from './purchase.ts'
import { isSigned, readKey } from './signature.ts'
import { knownStatuses, meaningOf } from './statuses.ts'

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const { publicKey, privateKey } = pair()
const signed = (body: string, key = privateKey) =>
  sign('RSA-SHA256', Buffer.from(body), key).toString('base64')

const id = '11111111-1111-4111-8111-111111111111'
const paid = {
  ...{ id, type: 'purchase', brand_id: 'brand', reference: 'LN-1', is_test: false, status: 'paid' },
  checkout_url: 'https://gate.chip.test/p/1/',
  purchase: { total: 35_000, total_override: 35_000, currency: 'MYR' },
  payment: { amount: 35_000, currency: 'MYR', is_outgoing: false, paid_on: 1_768_450_000 },
  transaction_data: {
    payment_method: 'fpx',
    extra: { webhook_payload: { fpx_fpxTxnId: ['2601151430250001'], fpx_debitAuthCode: ['00'] } },
  },
}
const stored = {
  ...{ id, brand_id: 'brand', reference: 'LN-1', is_test: 'false', amount: '35000' },
  ...{ currency: 'MYR', is_outgoing: 'false' },
}
const reported = (given: object = {}) => reportOf(readPurchase(JSON.stringify({ ...paid, ...given }))!)

test('a signature is over the raw bytes: one space more, another key or none is no signature', () => {
  const body = JSON.stringify(paid)
  const bytes = Buffer.from(body)
  expect(isSigned(bytes, signed(body), publicKey)).toBe(true)
  expect(isSigned(Buffer.from(body.replace(',', ', ')), signed(body), publicKey)).toBe(false)
  expect(isSigned(bytes, signed(body, pair().privateKey), publicKey)).toBe(false)
  for (const wrong of [null, '', 'a b', '!!!!', signed(body).slice(4), 'A'.repeat(10_000)])
    expect(isSigned(bytes, wrong, publicKey), String(wrong).slice(0, 20)).toBe(false)
  expect(isSigned(bytes, signed(body), 'no key')).toBe(false)
  expect(isSigned(bytes, signed(body), null)).toBe(false)
})

test('a key comes with line ends or with \\n written out', () => {
  expect(readKey(publicKey.replaceAll('\n', '\\n'))).toBe(publicKey)
  expect(readKey(publicKey)).toBe(publicKey)
  for (const wrong of [null, 1, '', 'pem', { pem: publicKey }, 'x'.repeat(5_000)])
    expect(readKey(wrong)).toBeNull()
})

test('a purchase is put into the terms of all gateways; only what was paid counts', () => {
  const report = reported()
  expect(report).toMatchObject({
    ...{ txn_id: id, exchange_order_no: 'LN-1', amount_sen: 35_000, bank_name: 'FPX' },
    ...{ debit_code: 'paid', debit_no: '2601151430250001', txn_at: new Date('2026-01-15T04:06:40Z') },
  })
  expect(chip.differences(report, stored)).toEqual([])
  const extra = { webhook_payload: { fpx_fpxTxnId: '26011514302500' } }
  expect(reported({ transaction_data: { payment_method: 'fpx', extra } }).debit_no).toBe('26011514302500')
  expect(reported({ payment: null, status: 'viewed' })).toMatchObject({
    amount_sen: 35_000,
    debit_code: 'viewed',
  })
})

const payment = (given: object) => ({ payment: { ...paid.payment, ...given } })
test.each([
  ['amount', payment({ amount: 35_001 })],
  ['currency', payment({ currency: 'SGD' })],
  ['is_outgoing', payment({ is_outgoing: true })],
  ['brand_id', { brand_id: 'other' }],
  ['reference', { reference: 'LN-2' }],
  ['reference', { reference: null }],
  ['is_test', { is_test: true }],
  ['id', { id: '22222222-2222-4222-8222-222222222222' }],
])('another %s is not what was asked', (field, given) => {
  expect(chip.differences(reported(given), stored)).toEqual([field])
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"id":1}',
  JSON.stringify({ ...paid, id: 'x' }),
  JSON.stringify({ ...paid, purchase: { total: 1.5, currency: 'MYR' } }),
  JSON.stringify({ ...paid, payment: { ...paid.payment, amount: '35000' } }),
])('what is no purchase is nothing: %s', (body) => {
  expect(readPurchase(body)).toBeNull()
  expect(readPurchase(Buffer.from(body))).toBeNull()
})

test.each([
  ['live', 'live', []],
  ['test', 'test', []],
  ['live', 'test', ['is_test']],
  ['test', 'live', ['is_test']],
] as const)(
  'while an organisation is %s, money of a purchase that it made %s differs in %j from what was asked',
  async (mode, keyOf, differing) => {
    const is_test = keyOf === 'test'
    vi.stubGlobal('fetch', async () => Response.json({ ...paid, is_test }))
    const client = chipClient({ url: 'https://chip.test/', brandId: 'brand', secretKey: 'key', mode, keyOf })
    const asked = { ...stored, is_test: String(is_test) }
    const answer = await client.enquire(asked)
    expect(answer.kind === 'answer' && chip.differences(answer.report, asked)).toEqual(differing)
  },
)

test('a message names its purchase, or the one whose money went back', () => {
  expect(subjectOf(Buffer.from(JSON.stringify(paid)))).toEqual({ id, reference: 'LN-1' })
  const back = { event_type: 'payment.refunded', type: 'payment', related_to: { type: 'purchase', id } }
  expect(subjectOf(Buffer.from(JSON.stringify(back)))).toEqual({ id, reference: null })
  expect(subjectOf(Buffer.from('{"event_type":"payout.paid"}'))).toBeNull()
  expect(subjectOf(Buffer.from([0xff, 0xfe]))).toBeNull()
})

test('each status means something, and an unknown one decides nothing and is told', () => {
  const of = (wanted: string) => knownStatuses.filter((status) => meaningOf(status).class === wanted)
  expect(of('paid')).toEqual(['paid', 'cleared', 'settled'])
  expect(of('unknown')).toEqual(['created', 'sent', 'viewed', 'error', 'overdue'])
  expect(of('refund')).toEqual(['pending_refund', 'refunded', 'chargeback'])
  expect(meaningOf('quite_new')).toMatchObject({ class: 'unknown', known: false })
})

test('what is offered is what CHIP has switched on, each group as the methods that are there', () => {
  expect(groupsOf(['visa', 'duitnow_qr', 'something_new'])).toEqual(['card', 'duitnow_qr'])
  expect(whitelistOf('card', ['maestro', 'fpx', 'visa'])).toEqual(['visa', 'maestro'])
  expect(groupsOf([])).toEqual([])
  expect(straightTo('https://chip.test/p/1/?a=b', 'duitnow_qr')).toBe(
    'https://chip.test/p/1/?a=b&preferred=duitnow_qr',
  )
  expect(straightTo('https://chip.test/p/1/', 'card')).toBe('https://chip.test/p/1/')
})

test('a refusal is read in both of its forms, and a field’s', () => {
  const words = (json: unknown) => refusalOf({ status: 400, json })
  expect(words({ __all__: { message: 'No', code: 'nope' } })).toBe('status 400, nope No')
  expect(words({ __all__: [{ message: 'No', code: 'nope' }] })).toBe('status 400, nope No')
  expect(words({ client: { email: ['bad'] }, brand_id: ['Invalid.'] })).toBe(
    'status 400, client: refused; brand_id: Invalid.',
  )
  expect(words(null)).toBe('status 400')
})

test('the sandbox stands in only where sandboxes may', () => {
  const at = { chipUrl: undefined, sandboxPort: 3001 }
  expect(chipUrl({ ...at, sandbox: true })).toBe('http://127.0.0.1:3001/sandbox/chip/api/v1/')
  expect(chipUrl({ ...at, sandbox: false })).toBe('https://gate.chip-in.asia/api/v1/')
  expect(chipUrl({ ...at, sandbox: true, chipUrl: 'https://chip.test/v1' })).toBe('https://chip.test/v1/')
})

test('the sandbox shares no code with the client', () => {
  const sandbox = join(import.meta.dirname, 'sandbox')
  for (const name of readdirSync(sandbox))
    for (const [, path] of readFileSync(join(sandbox, name), 'utf8').matchAll(/from '([^']+)'/g))
      expect(path, name).toMatch(/^(node:|\.\/|\.\.\/\.\.\/fpx\/sandbox\/pages\/)/)
})
