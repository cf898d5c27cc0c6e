import { describe, expect, test } from 'vitest'
import { isTin, normalizeTin } from './tin.ts'

test.each([
  ['SG123456789', 'IG123456789'],
  ['OG123456789', 'IG123456789'],
  ['C01234567890', 'C1234567890'],
  ['C123456789', 'C1234567890'],
  ['C1234567890', 'C1234567890'],
  [' c 1234567890 ', 'C1234567890'],
  ['cs-0012345678', 'CS123456780'],
  ['LE123456789', 'LE1234567890'],
  ['EI00000000010', 'EI00000000010'],
  ['ig 1234567890', 'IG1234567890'],
  ['IG123456789012', 'IG123456789012'],
  ['C\u200b1234567890', 'C1234567890'],
  ['', ''],
])('%s is written %s', (typed, tin) => {
  expect(normalizeTin(typed)).toBe(tin)
  expect(normalizeTin(tin)).toBe(tin)
})

describe('the form', () => {
  test.each(['EI00000000010', 'IG12345678', 'IG123456789012', 'C1234567890', 'D1234567890', 'TP123456780'])(
    'of %s is right',
    (tin) => expect(isTin(tin)).toBe(true),
  )

  test.each([
    '',
    'C12345678',
    'C1234567891',
    'IG1234567890123',
    'EI00000000050',
    '850101005678',
    'XX1234567890',
  ])('of %s is wrong', (tin) => expect(isTin(tin)).toBe(false))
})
