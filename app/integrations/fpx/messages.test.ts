import { createPublicKey, createVerify } from 'node:crypto'
import { expect, test } from 'vitest'
import { AR_FIELDS, type ArFields, BE_FIELDS, sourceString } from './fields.ts'
import { type Authorization, buildAe, buildAr, buildBe } from './messages.ts'
import { configOf, makePair } from './test-support.ts'

const own = await makePair('2026-01-01', '2027-01-01')
const config = configOf(own, own)
const payment: Authorization = {
  model: 'B2C',
  seller_id: 'SE00000001',
  exchange_order_no: 'L0000000042',
  order_no: 'INV-2026-00042-1',
  amount_sen: 35_000,
  bank_code: 'MB2U0227',
  buyer_email: 'ibu@sekolah.test',
  buyer_name: 'Nur Ain A/P D’Cruz',
  description: 'Yuran Januari 2026',
  at: new Date('2026-01-15T02:29:12Z'),
}

function isSigned(fields: ArFields): boolean {
  const verifier = createVerify('RSA-SHA1').update(sourceString(AR_FIELDS, fields))
  return verifier.verify(createPublicKey(own.publicKey), fields.fpx_checkSum, 'hex')
}

test('an AR has its 20 fields and the checksum over them', () => {
  const ar = buildAr(config, payment)
  expect(Object.keys(ar).sort()).toEqual([...AR_FIELDS, 'fpx_checkSum'].sort())
  expect(ar).toMatchObject({
    fpx_msgType: 'AR',
    fpx_msgToken: '01',
    fpx_sellerExId: 'EX00000000',
    fpx_sellerExOrderNo: 'L0000000042',
    fpx_sellerTxnTime: '20260115102912',
    fpx_sellerOrderNo: 'INV-2026-00042-1',
    fpx_sellerId: 'SE00000001',
    fpx_sellerBankCode: '01',
    fpx_txnCurrency: 'MYR',
    fpx_txnAmount: '350.00',
    fpx_buyerEmail: 'ibu@sekolah.test',
    fpx_buyerName: "Nur Ain A/P D'Cruz",
    fpx_buyerBankId: 'MB2U0227',
    fpx_productDesc: 'Yuran Januari 2026',
    fpx_version: '7.0',
  })
  expect(ar.fpx_checkSum).toMatch(/^[0-9A-F]{512}$/)
  expect(isSigned(ar)).toBe(true)
})

test('corporate payments carry token 02, and an absent payer is blank', () => {
  const ar = buildAr(config, { ...payment, model: 'B2B1', buyer_email: null, buyer_name: null })
  expect(ar).toMatchObject({ fpx_msgToken: '02', fpx_buyerEmail: '', fpx_buyerName: '' })
})

test('an AE is the stored AR value for value but for its type and checksum', () => {
  const ar = buildAr(config, payment)
  const ae = buildAe(config, JSON.parse(JSON.stringify(ar)))
  expect(ae).toEqual({ ...ar, fpx_msgType: 'AE', fpx_checkSum: ae.fpx_checkSum })
  expect(ae.fpx_checkSum).not.toBe(ar.fpx_checkSum)
  expect(isSigned(ae)).toBe(true)
})

test('an AE from half an AR is a bug and throws', () => {
  const { fpx_buyerEmail: _, ...half } = buildAr(config, payment)
  expect(() => buildAe(config, half)).toThrow('fpx_buyerEmail is absent')
})

test('a BE is signed over its four fields', () => {
  const be = buildBe(config, 'B2B1')
  expect(sourceString(BE_FIELDS, be)).toBe('02|BE|EX00000000|7.0')
  expect(be.fpx_checkSum).toMatch(/^[0-9A-F]{512}$/)
})

test.each([
  { seller_id: 'SE1' },
  { exchange_order_no: "A'1" },
  { order_no: 'inv-1' },
  { bank_code: 'mb2u' },
  { bank_code: 'A|B' },
  { amount_sen: 0 },
  { amount_sen: 10.5 },
])('refuses to build with %j', (wrong) => {
  expect(() => buildAr(config, { ...payment, ...wrong })).toThrow(RangeError)
})
