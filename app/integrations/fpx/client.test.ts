import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequestListener } from '@mjackson/node-fetch-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_BODY_BYTES } from './body.ts'
import { enquire, fetchBankList } from './client.ts'
import { fpxUrl } from './config.ts'
import { AR_FIELDS } from './fields.ts'
import { buildAr } from './messages.ts'
import { configOf, encode, makePair, sealAc } from './test-support.ts'

/** Today's pair: the client reads the machine's clock. */
const [own, fpx] = await Promise.all([pairOfToday(), pairOfToday()])
let answer: (request: Request) => Promise<Response> | Response = () => new Response()
const server = createServer(createRequestListener(async (request) => answer(request)))

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  return new Promise<void>((resolve) => server.close(() => resolve()))
})

const config = () => configOf(own, fpx, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
const stored = () =>
  buildAr(config(), {
    model: 'B2C',
    seller_id: 'SE00000000',
    exchange_order_no: 'A000000042',
    order_no: 'INV-2026-00042',
    amount_sen: 35_000,
    bank_code: 'TEST0021',
    buyer_email: null,
    buyer_name: null,
    description: 'Yuran',
    at: new Date('2026-01-15T02:29:12Z'),
  })
const ask = (timeoutMs = 5_000) => enquire(config(), stored(), { timeoutMs })

test('an enquiry posts the 21 fields as a form to the status service and reads the AC', async () => {
  let seen: [string, string | null, URLSearchParams] | undefined
  answer = async (request) => {
    seen = [
      new URL(request.url).pathname,
      request.headers.get('content-type'),
      new URLSearchParams(await request.text()),
    ]
    return new Response(`\n\n${encode(sealAc(fpx.key))}\n`)
  }
  expect(await ask()).toMatchObject({ kind: 'answer', report: { debit_code: '00', amount_sen: 35_000 } })
  expect(seen?.[0]).toBe('/FPXMain/sellerNVPTxnStatus.jsp')
  expect(seen?.[1]).toContain('application/x-www-form-urlencoded')
  expect([...(seen?.[2].keys() ?? [])].sort()).toEqual([...AR_FIELDS, 'fpx_checkSum'].sort())
  expect(seen?.[2].get('fpx_buyerIban')).toBe('')
})

test('code 76 is an answer, with a blank FPX id', async () => {
  answer = () =>
    new Response(encode(sealAc(fpx.key, { fpx_debitAuthCode: '76', fpx_fpxTxnId: '', fpx_fpxTxnTime: '' })))
  expect(await ask()).toMatchObject({ kind: 'answer', report: { debit_code: '76', txn_id: '' } })
})

test.each([
  ['http_status', () => new Response('oops', { status: 500 })],
  ['http_status', () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:9/' } })],
  ['empty', () => new Response(' \n\r\n ')],
  ['error_body', () => new Response('\n\nERROR\n')],
  ['error_body', () => new Response('error')],
  ['html', () => new Response('\n<!DOCTYPE html><html></html>')],
  ['missing_field', () => new Response('%%% & = what')],
  ['missing_field', () => new Response('ERRORCODE=1')],
  ['unsigned', () => new Response(encode({ ...sealAc(fpx.key), fpx_checkSum: '' }))],
  ['signature', () => new Response(encode(sealAc(own.key)))],
  ['too_large', () => new Response('x'.repeat(MAX_BODY_BYTES + 1))],
  ['other_order', () => new Response(encode(sealAc(fpx.key, { fpx_sellerExOrderNo: 'A000000043' })))],
  ['blank_id', () => new Response(encode(sealAc(fpx.key, { fpx_fpxTxnId: '' })))],
])('an enquiry answered with %s tells nothing', async (why, reply) => {
  answer = reply
  expect(await ask()).toMatchObject({ kind: 'unknown', why })
})

test('silence, half an answer and a closed door are typed outcomes as well', async () => {
  answer = () => new Promise<Response>(() => {})
  expect(await ask(50)).toMatchObject({ kind: 'unknown', why: 'timeout', body: null })
  answer = () =>
    new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('fpx_')) }))
  expect(await ask(50)).toMatchObject({ kind: 'unknown', why: 'timeout' })
  expect(await enquire(configOf(own, fpx), stored())).toMatchObject({ kind: 'unknown', why: 'network' })
})

test('an enquiry about half an AR is a bug and throws', async () => {
  await expect(enquire(config(), { fpx_msgType: 'AR' })).rejects.toThrow(TypeError)
})

test('a bank list that is empty, an error or a page tells nothing', async () => {
  answer = () => new Response('ERROR')
  expect(await fetchBankList(config(), 'B2C')).toMatchObject({ kind: 'unknown', why: 'error_body' })
  answer = () => new Response('<html>')
  expect(await fetchBankList(config(), 'B2C')).toMatchObject({ kind: 'unknown', why: 'html' })
})

test('addresses: the browser may have another way in than the server', () => {
  const behind = {
    url: 'http://127.0.0.1:3001/sandbox/fpx',
    browserUrl: 'http://localhost:3000/sandbox/fpx/',
  }
  expect(fpxUrl(behind, 'authorize')).toBe('http://localhost:3000/sandbox/fpx/FPXMain/seller2DReceiver.jsp')
  expect(fpxUrl(behind, 'banks')).toBe('http://127.0.0.1:3001/sandbox/fpx/FPXMain/RetrieveBankList')
  expect(fpxUrl({ url: 'https://www.mepsfpx.com.my' }, 'terms')).toBe(
    'https://www.mepsfpx.com.my/FPXMain/termsAndConditions.jsp',
  )
})

function pairOfToday() {
  const day = 86_400_000
  const on = (days: number) => new Date(Date.now() + days * day).toISOString()
  return makePair(on(-1), on(300))
}
