import { expect, test } from 'vitest'
import { AC_FIELDS, AR_FIELDS, BC_FIELDS, BE_FIELDS, modelOf, sourceString } from './fields.ts'

const V1 = {
  fpx_msgType: 'AR',
  fpx_msgToken: '01',
  fpx_sellerExId: 'EX00000000',
  fpx_sellerExOrderNo: 'EXORDERNO0000',
  fpx_sellerTxnTime: '20170817140102',
  fpx_sellerOrderNo: 'ORDERNO000000',
  fpx_sellerId: 'SE00000000',
  fpx_sellerBankCode: '01',
  fpx_txnCurrency: 'MYR',
  fpx_txnAmount: '1.00',
  fpx_buyerEmail: 'test@example.com',
  fpx_buyerName: '',
  fpx_buyerBankId: 'TEST0021',
  fpx_buyerBankBranch: 'SBI BANK A',
  fpx_buyerAccNo: '',
  fpx_buyerId: '',
  fpx_makerName: '',
  fpx_buyerIban: '',
  fpx_productDesc: '1 goods',
  fpx_version: '7.0',
}

test('the published AR vector gives its published source string', () => {
  const source = sourceString(AR_FIELDS, V1)
  expect(source).toBe(
    '|SBI BANK A|TEST0021|test@example.com|||||01|AR|1 goods|01|EX00000000|EXORDERNO0000|SE00000000|' +
      'ORDERNO000000|20170817140102|1.00|MYR|7.0',
  )
  expect(source.match(/\|/g)).toHaveLength(19)
})

test('BE and BC sources', () => {
  const be = { fpx_msgToken: '01', fpx_msgType: 'BE', fpx_sellerExId: 'EX00000000', fpx_version: '7.0' }
  expect(sourceString(BE_FIELDS, be)).toBe('01|BE|EX00000000|7.0')
  const bc = { ...be, fpx_msgType: 'BC', fpx_bankList: 'MB2U0227~A,PBB0233~B' }
  expect(sourceString(BC_FIELDS, bc)).toBe('MB2U0227~A,PBB0233~B|01|BC|EX00000000')
})

test.each([
  ['AR', AR_FIELDS, 20],
  ['AC', AC_FIELDS, 21],
  ['BE', BE_FIELDS, 4],
  ['BC', BC_FIELDS, 4],
])('%s fields are in ASCII order and complete', (_, fields, count) => {
  expect(fields).toHaveLength(count)
  expect([...fields]).toEqual([...fields].sort())
})

test('an absent field is refused, a blank one is not', () => {
  const { fpx_buyerIban: _, ...absent } = V1
  expect(() => sourceString(AR_FIELDS, absent as typeof V1)).toThrow('fpx_buyerIban is absent')
})

test('only the two models of the product are read from a token', () => {
  expect(['01', '02', '03', ''].map(modelOf)).toEqual(['B2C', 'B2B1', null, null])
})
