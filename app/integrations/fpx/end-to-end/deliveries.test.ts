import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openWorld, press, type World } from '../sandbox/test-support.ts'
import { asked, heard, orderBySen, payAt } from './journey.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let world: World
/** Ends the delivery that is on its way, as the bank does when nobody answers for long. */
let delivery = new AbortController()
beforeAll(async () => {
  const noon = Date.now()
  world = await openWorld({ resendLimit: 4, patience: () => delivery.signal, clock: () => noon })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.control('reset', {})
  world.arrivals.length = 0
  world.merchant.answer = async () => new Response('OK')
  delivery = new AbortController()
})

/** Pays with these sen, returns to the merchant if the bank offers it, and lets time pass. */
async function play(sen: number, passed = 0): Promise<string[]> {
  const ar = orderBySen(world, sen)
  const result = await payAt(world, ar)
  if (result.text.includes('Return to merchant')) await press(result, 'Return to merchant')
  if (passed) await world.control('clock', { advance_ms: String(passed) })
  return [...heard(world, ar), `AE ${await asked(world, ar)}`]
}

test.each([
  ['indirect first', 1, 0, ['indirect 00', 'AE 00']],
  ['indirect first, then direct', 1, 30_000, ['indirect 00', 'direct 00', 'AE 00']],
  ['indirect only', 2, 48 * HOUR, ['indirect 00', 'AE 00']],
  ['the browser never returns', 3, 48 * HOUR, ['direct 00', 'AE 00']],
  ['neither arrives', 4, 48 * HOUR, ['AE 00']],
  ['direct not yet after a minute', 5, MINUTE, ['AE 00']],
  ['direct after 2 minutes', 5, 2 * MINUTE, ['direct 00', 'AE 00']],
  ['direct after an hour', 6, HOUR, ['direct 00', 'AE 00']],
  ['direct after 25 hours', 7, 25 * HOUR, ['direct 00', 'AE 00']],
  ['ten at once', 8, 0, [...Array(10).fill('direct 00'), 'indirect 00', 'AE 00']],
  ['out of order', 9, 0, ['direct 00', 'direct 09', 'direct 80', 'indirect 00', 'AE 00']],
  ['pending, then approved', 10, HOUR, ['direct 09', 'indirect 09', 'direct 00', 'AE 00']],
  ['timed out, then approved', 11, MINUTE, ['direct 1M', 'indirect 1M', 'direct 00', 'AE 00']],
  ['OF, then approved', 12, MINUTE, ['direct OF', 'indirect OF', 'direct 00', 'AE 00']],
  ['pending, then declined', 13, HOUR, ['direct 09', 'indirect 09', 'direct 51', 'AE 51']],
  ['pending for ever', 14, 48 * HOUR, ['direct 09', 'indirect 09', 'AE 09']],
])('%s', async (_, sen, passed, story) => {
  expect(await play(sen, passed)).toEqual(story)
})

test.each([
  [50, '51'],
  [51, '48'],
  [52, '90'],
  [53, '1M'],
  [54, '1B'],
  [55, '1I'],
  [56, '88'],
  [57, 'ZZ'],
  [58, '96'],
  [59, 'OE'],
])('sen %i answer %s in all channels', async (sen, code) => {
  expect(await play(sen)).toEqual([`direct ${code}`, `indirect ${code}`, `AE ${code}`])
})

test('a corporate payment may be approved at once', async () => {
  const ar = orderBySen(world, 70, 'B2B1')
  await payAt(world, ar)
  expect(heard(world, ar)).toEqual(['direct 00'])
})

test('ten at once means at the same time', async () => {
  let inside = 0
  let most = 0
  world.merchant.answer = async () => {
    most = Math.max(most, ++inside)
    while (inside < 10 && most < 10) await new Promise(setImmediate)
    return new Response('OK')
  }
  await payAt(world, orderBySen(world, 8))
  expect(most).toBe(10)
})

test.each([
  ['an error', () => new Response('OK', { status: 503 })],
  ['a page', () => new Response('<html>OK</html>')],
  ['OK and a line break', () => new Response('OK\n')],
  ['nothing', () => new Response('')],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: '/' } })],
  ['silence', () => silence()],
])('a merchant that answers with %s is told again, on schedule, until it says OK', async (_, answer) => {
  world.merchant.answer = async () => answer()
  const ar = orderBySen(world, 3)
  await payAt(world, ar)
  await world.control('clock', { advance_ms: '9999' })
  expect(heard(world, ar)).toHaveLength(1)
  await world.control('clock', { advance_ms: '1' })
  expect(heard(world, ar)).toHaveLength(2)
  world.merchant.answer = async () => new Response('OK')
  await world.control('clock', { advance_ms: String(MINUTE) })
  expect(heard(world, ar)).toHaveLength(3)
  await world.control('clock', { advance_ms: String(48 * HOUR) })
  expect(heard(world, ar)).toEqual(['direct 00', 'direct 00', 'direct 00'])
})

function silence(): Promise<Response> {
  const own = delivery
  delivery = new AbortController()
  own.abort()
  return new Promise(() => {})
}

test('in the end the sandbox gives up, and can be asked to send again', async () => {
  world.merchant.answer = async () => new Response('busy', { status: 503 })
  const ar = orderBySen(world, 3)
  await payAt(world, ar)
  for (let hours = 0; hours < 4; hours++) await world.control('clock', { advance_ms: String(HOUR) })
  expect(heard(world, ar)).toHaveLength(4)
  world.merchant.answer = async () => new Response('OK')
  const { body } = await world.control('resend', { exchange_order_no: ar.fpx_sellerExOrderNo })
  expect(body).toEqual({ tries: [{ status: 200, answer: 'OK' }] })
  expect(heard(world, ar)).toHaveLength(5)
})

test('any message can be sent, in any order, by control', async () => {
  const ar = orderBySen(world, 2)
  await payAt(world, ar)
  const order = { exchange_order_no: ar.fpx_sellerExOrderNo }
  await world.control('send', { ...order, code: '80' })
  await world.control('send', { ...order, code: '00', forge: 'stranger' })
  await world.control('send', { ...order, code: '00', copies: '2' })
  expect(heard(world, ar)).toEqual(['direct 80', 'direct refused: signature', 'direct 00', 'direct 00'])
  const { body } = await world.control(`indirect?exchange_order_no=${ar.fpx_sellerExOrderNo}`)
  expect(body.fields).toMatchObject({ fpx_debitAuthCode: '00', fpx_msgType: 'AC' })
})
