import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sign } from '../checksum.ts'
import { AR_FIELDS, type ArFields, sourceString } from '../fields.ts'
import { browse, openWorld, press, type World } from '../sandbox/test-support.ts'
import { configOf, goToBank, heard, order, orderBySen } from './journey.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ sellers: ['SE00000001', 'SE00000002'] })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.control('reset', {})
  world.arrivals.length = 0
})

/** An AR with values that our own builder would not let through, properly signed. */
function signed(values: Partial<ArFields>): ArFields {
  const ar = { ...order(world), ...values }
  return { ...ar, fpx_checkSum: sign(sourceString(AR_FIELDS, ar), configOf(world).privateKey) }
}

const DAY = 86_400_000
const malaysian = (epoch: number) =>
  new Date(epoch + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14)

test.each<[string, Partial<ArFields>]>([
  ['XT', { fpx_msgType: 'AE' }],
  ['XE', { fpx_version: '9.9' }],
  ['XM', { fpx_msgToken: '03' }],
  ['XI', { fpx_sellerExId: 'EX00000009' }],
  ['46', { fpx_sellerId: 'SE1' }],
  ['XS', { fpx_sellerId: 'SE00000003' }],
  ['05', { fpx_sellerBankCode: '02' }],
  ['30', { fpx_sellerTxnTime: '2026' }],
  ['XW', { fpx_sellerTxnTime: malaysian(Date.now() - DAY) }],
  ['XW', { fpx_sellerTxnTime: malaysian(Date.now() + DAY) }],
  ['47', { fpx_txnCurrency: 'USD' }],
  ['13', { fpx_txnAmount: '1,000.00' }],
  ['13', { fpx_txnAmount: '100' }],
  ['2A', { fpx_txnAmount: '0.99' }],
  ['48', { fpx_txnAmount: '30000.01' }],
  ['2A', { fpx_txnAmount: '1.99', fpx_msgToken: '02' }],
  ['48', { fpx_txnAmount: '1000000.01', fpx_msgToken: '02' }],
  ['30', { fpx_sellerExOrderNo: "A'1" }],
  ['30', { fpx_sellerOrderNo: 'A&1' }],
  ['30', { fpx_productDesc: '' }],
  ['77', { fpx_buyerName: 'Ali "Bob"' }],
  ['77', { fpx_buyerName: '陳美玲' }],
  ['77', { fpx_buyerId: "A'1" }],
  ['DB', { fpx_buyerEmail: 'not an address' }],
  ['31', { fpx_buyerBankId: 'NOBANK' }],
  ['92', { fpx_buyerBankId: 'DBB0199' }],
  ['BB', { fpx_buyerBankId: 'BOCM01' }],
])('refused with %s: %j', async (code, values) => {
  const page = await goToBank(world, signed(values))
  expect(page.text).toContain(`Code ${code}.`)
  await press(page, 'Return to merchant')
  expect(heard(world)).toEqual([`indirect ${code}`])
})

test.each([1_00, 30_000_00])('the limits themselves are allowed: %i sen', async (amount_sen) => {
  expect((await goToBank(world, order(world, { amount_sen }))).text).toContain('Sign in')
})

test('a wrong checksum is XC, a missing field XE, and so is another content type', async () => {
  const ar = order(world)
  expect((await goToBank(world, { ...ar, fpx_txnAmount: '1.00' })).text).toContain('Code XC.')
  const { fpx_buyerIban: _, ...rest } = ar
  expect((await goToBank(world, rest)).text).toContain('Code XE.')
  const json = { method: 'POST', body: JSON.stringify(ar), headers: { 'content-type': 'application/json' } }
  expect((await browse(`${world.url}/FPXMain/seller2DReceiver.jsp`, json)).text).toContain('Code XE.')
})

test('an order number is good for one attempt', async () => {
  const ar = order(world, { exchange_order_no: 'TWICE-1', order_no: 'TWICE-INV' })
  await goToBank(world, ar)
  const again = await goToBank(world, ar)
  expect(again.text).toContain('Code XN.')
  expect((await goToBank(world, order(world, { order_no: 'TWICE-INV' }))).text).toContain('Code 45.')
  const elsewhere = order(world, { order_no: 'TWICE-INV', seller_id: 'SE00000002' })
  expect((await goToBank(world, elsewhere)).text).toContain('Sign in')
})

test.each([
  [60, 'BB'],
  [61, 'XW'],
  [62, 'XC'],
  [63, 'XI'],
  [64, '30'],
  [65, 'OE'],
])('sen %i at LOAD001 is refused with %s', async (sen, code) => {
  const ar = orderBySen(world, sen)
  await press(await goToBank(world, ar), 'Return to merchant')
  expect(heard(world, ar)).toEqual([`indirect ${code}`])
})

test('a refusal is told directly too where the registration says so', async () => {
  const other = await openWorld({ errorsByDirect: true })
  try {
    await goToBank(other, order(other, { bank_code: 'BOCM01' }))
    expect(heard(other)).toEqual(['direct BB'])
  } finally {
    await other.close()
  }
})
