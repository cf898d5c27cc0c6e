import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crc, readDuitNow } from './read-duitnow.ts'
import { duitNowText } from './test-support.ts'

const fault = (text: string) => {
  try {
    readDuitNow(text)
    return 'none'
  } catch (error) {
    return (error as { fault?: string }).fault
  }
}

test('the checksum is that of PayNet’s own sample', () => {
  const sample =
    '00020201021126410014A000000615000101065016640209123456789520499995303458540510.005802MY5909QRCSDNBHD6005BANGI6304343F'
  expect(crc(sample.slice(0, -4))).toBe('343F')
  // It has an amount, which no invoice asks for.
  expect(fault(sample)).toBe('amount')
})

test('what a bank has issued says whom one pays', () => {
  const text = duitNowText()
  expect(readDuitNow(text)).toEqual({
    ...{ text, name: 'PUSAT TUISYEN BESTARI', city: 'BANGI', acquirer: '501664', account: '123456789' },
  })
})

describe('refused, by name, is one', () => {
  test.each([
    ['that is an address', 'https://example.test/pay', 'not_payment'],
    ['of another format', duitNowText({ '00': '03' }), 'not_payment'],
    ['whose checksum is wrong', `${duitNowText().slice(0, -4)}0000`, 'checksum'],
    ['in which a letter was changed', duitNowText().replace('BESTARI', 'BESTARO'), 'checksum'],
    ['without a checksum', duitNowText().slice(0, -8), 'broken'],
    ['that is cut off', duitNowText().slice(0, 40), 'broken'],
    ['whose checksum is not the last', `${duitNowText()}6005BANGI`, 'broken'],
    ['of another network', duitNowText({ '26': '0014A0000000041010' }), 'not_duitnow'],
    ['in dollars', duitNowText({ '53': '840' }), 'currency'],
    ['of another country', duitNowText({ '58': 'SG' }), 'country'],
    ['for a single payment', duitNowText({ '01': '12' }), 'one_time'],
    ['with an amount', duitNowText({ '54': '10.00' }), 'amount'],
    ['without a name', duitNowText({ '59': undefined }), 'nameless'],
    ['whose name is of blanks', duitNowText({ '59': '   ' }), 'nameless'],
  ])('%s', (_, text, expected) => expect(fault(text)).toBe(expected))
})

test('no text brings it out of step, and one letter more, less or other is never taken', () => {
  fc.assert(fc.property(fc.string(), (text) => fault(text) !== undefined))
  const good = duitNowText()
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.constantFrom(...'0123456789ABCXYZ '), (at, letter) => {
      const changed = good.slice(0, at) + letter + good.slice(at + 1)
      return changed.toUpperCase() === good.toUpperCase() || fault(changed) !== 'none'
    }),
  )
})
