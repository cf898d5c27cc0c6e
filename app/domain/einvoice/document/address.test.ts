import { expect, test } from 'vitest'
import { addressLines } from './address.ts'

const words = (length: number) => 'Jalan Contoh '.repeat(20).slice(0, length).trimEnd().padEnd(length, 'x')

test('empty lines are dropped, and control characters are spaces', () => {
  expect(addressLines(['8 Jalan\nRumah', ' ', null, undefined, 'Seksyen 7'])).toEqual([
    '8 Jalan Rumah',
    'Seksyen 7',
  ])
})

test('a line of 150 characters stays, one of 151 goes on in the next', () => {
  expect(addressLines([words(150)])).toEqual([words(150)])
  const [first, second, ...rest] = addressLines([words(151)])!
  expect(rest).toEqual([])
  expect(first!.length).toBeLessThanOrEqual(150)
  expect(`${first} ${second}`).toBe(words(151))
})

test('a word that is longer than a line is cut', () => {
  expect(addressLines(['x'.repeat(151)])).toEqual(['x'.repeat(150), 'x'])
})

test('what takes more than three lines is not cut off', () => {
  expect(addressLines([words(151), 'B', 'C'])).toBeUndefined()
  expect(addressLines(['A', 'B', 'C', 'D'])).toBeUndefined()
})
