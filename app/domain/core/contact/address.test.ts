import { expect, test } from 'vitest'
import { addressLine, addressLines, addressNames } from './address.ts'

const address = {
  ...{ address_line1: '12, Jalan Melur 3', address_line2: null, address_line3: '' },
  ...{ city: 'Kajang', state: 'Selangor', postcode: '43000' },
} as const

test('an address is written by number and street, postcode and town, state', () => {
  expect(addressLines(address)).toEqual(['12, Jalan Melur 3', '43000 Kajang', 'Selangor'])
  expect(addressLine(address)).toBe('12, Jalan Melur 3, 43000 Kajang, Selangor')
  expect(addressNames.slice(3)).toEqual(['postcode', 'city', 'state'])
})

test('a line that is missing or says the same again is left out', () => {
  expect(addressLines({ address_line1: 'Kajang', city: 'Kajang' })).toEqual(['Kajang'])
  expect(addressLine({})).toBe('')
})
