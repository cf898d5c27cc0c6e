import { expect, test } from 'vitest'
import { generalTins, isGeneralTin, isTin, normalizeTin, ownTin } from './tin.ts'

test.each([
  ['SG123456789', 'IG123456789'],
  ['OG 12345678901', 'IG12345678901'],
  ['IG12345678901', 'IG12345678901'],
  [' c 1234567890 ', 'C1234567890'],
  ['C01234567890', 'C1234567890'],
  ['C123456789', 'C1234567890'],
  ['CS0012345-67890', 'CS1234567890'],
  ['d4800990020', 'D4800990020'],
  ['ＩＧ１２３４５６７８９０', 'IG1234567890'],
  ['C0000', 'C0'],
  ['cs-0012345678', 'CS123456780'],
  ['LE123456789', 'LE1234567890'],
  ['EI00000000010', 'EI00000000010'],
  ['C\u200b1234567890', 'C1234567890'],
  ['', ''],
])('%s is %s, and stays so', (typed, tin) => {
  expect(normalizeTin(typed)).toBe(tin)
  expect(normalizeTin(tin)).toBe(tin)
})

test.each([
  ['IG12345678', true],
  ['IG123456789012', true],
  ['IG1234567', false],
  ['IG1234567890123', false],
  ['C1234567890', true],
  ['C1234567891', false],
  ['XY1234567890', false],
  ['123456789012', false],
  ['EI00000000010', true],
  ['EI00000000050', false],
  ['D1234567890', true],
  ['TP123456780', true],
  ['C12345678', false],
  ['', false],
])('%s is one: %s', (tin, one) => expect(isTin(tin)).toBe(one))

test('somebody’s own is normalised; a general one is nobody’s', () => {
  const read = (typed: string) => ownTin('parent.tin').safeParse(typed)
  expect(read('sg 12345678901').data).toBe('IG12345678901')
  const refusals = (typed: string) => read(typed).error?.issues.map(({ message }) => message)
  expect(refusals('12')).toEqual(['parent.tin'])
  expect(refusals('')).toEqual(['parent.tin'])
  for (const tin of Object.values(generalTins)) {
    expect(isGeneralTin(tin)).toBe(true)
    expect(refusals(` ${tin.toLowerCase()} `)).toEqual(['input.general_tin'])
  }
})
