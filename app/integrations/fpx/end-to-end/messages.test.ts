import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { differences, verifyAc } from '../answers.ts'
import { readCertificate } from '../certificates/certificate.ts'
import type { ArFields } from '../fields.ts'
import { openWorld, press, type World } from '../sandbox/test-support.ts'
import { asked, configOf, heard, order, orderBySen, payAt } from './journey.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.control('reset', {})
  world.arrivals.length = 0
  world.merchant.answer = async () => new Response('OK')
})

async function playAll(sen: number): Promise<ArFields> {
  const ar = orderBySen(world, sen)
  await press(await payAt(world, ar), 'Return to merchant')
  return ar
}

const direct = () => verifyAc(configOf(world), world.arrivals[0]?.body ?? '')

test.each([
  [20, 'a random checksum', 'signature'],
  [21, "a stranger's key", 'signature'],
  [22, 'blanks left out', 'signature'],
  [23, 'an amount changed after signing', 'signature'],
  [24, 'SHA-256', 'signature'],
  [25, 'a short checksum', 'checksum_format'],
  [26, 'letters', 'checksum_format'],
])('sen %i: %s is not believed in either channel, and AE knows of no payment', async (sen, _, reason) => {
  world.merchant.answer = async () => new Response('bad', { status: 400 })
  const ar = await playAll(sen)
  expect(heard(world, ar)).toEqual([`direct refused: ${reason}`, `indirect refused: ${reason}`])
  expect(await asked(world, ar)).toBe('76')
  await world.control('clock', { advance_ms: '3600000' })
  expect(world.arrivals).toHaveLength(2)
})

test('a checksum in lower case is believed', async () => {
  const ar = await playAll(27)
  expect(new URLSearchParams(world.arrivals[0]?.body).get('fpx_checkSum')).toMatch(/^[0-9a-f]{512}$/)
  expect(heard(world, ar)).toEqual(['direct 00', 'indirect 00'])
})

test('the next certificate is believed, and named, so that its coming into use can be noticed', async () => {
  await playAll(28)
  const result = direct()
  const [, , next] = world.certificates.map((pem) => readCertificate(pem).fingerprint)
  expect(result).toMatchObject({ ok: true, fingerprint: next })
})

test('roll-over: once FPX signs with the next certificate, everything still verifies', async () => {
  await world.control('certificates', { signer: 'next' })
  const ar = order(world)
  await payAt(world, ar)
  expect([...heard(world, ar), await asked(world, ar)]).toEqual(['direct 00', '00'])
})

test('an expired certificate is believed in no channel, and the reason is told apart', async () => {
  const ar = await playAll(29)
  expect(heard(world, ar)).toEqual([
    'direct refused: certificate_expired',
    'indirect refused: certificate_expired',
  ])
  expect(await asked(world, ar)).toBe('certificate_expired')
})

test.each([
  [30, 'another amount', ['fpx_txnAmount']],
  [31, 'another seller', ['fpx_sellerId']],
  [32, 'another exchange', ['fpx_sellerExId']],
  [33, 'another currency', ['fpx_txnCurrency']],
  [34, 'an unknown order', ['fpx_sellerExOrderNo', 'fpx_sellerOrderNo']],
])('sen %i: FPX signs %s; it verifies, and differs from what was asked', async (sen, _, fields) => {
  const ar = await playAll(sen)
  const result = direct()
  if (!result.ok) throw new Error(result.reason)
  expect(differences(result.ac, ar)).toEqual(fields)
})

test("an enquiry answered about another order is not this order's answer", async () => {
  expect(await asked(world, await playAll(34))).toBe('other_order')
})

test("a replay of another order's message is that order's and no other's", async () => {
  const first = order(world)
  await payAt(world, first)
  world.arrivals.length = 0
  const second = await playAll(35)
  const result = direct()
  if (!result.ok) throw new Error(result.reason)
  expect(result.ac.exchange_order_no).toBe(first.fpx_sellerExOrderNo)
  expect(differences(result.ac, second)).toContain('fpx_sellerExOrderNo')
  expect(heard(world, second)).toEqual(['indirect 00'])
})

test('special characters verify in both channels and come out as they went in', async () => {
  const ar = await playAll(36)
  expect(heard(world, ar)).toEqual(['direct 00', 'indirect 00'])
  expect(direct()).toMatchObject({ ac: { buyer_name: "SITI  A/P O'NEIL & CO <b>/@_,  " } })
  const pages = await fetch(`${world.url}/`).then((response) => response.text())
  expect(pages).not.toContain('<b>/@')
})
