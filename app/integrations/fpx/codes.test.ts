import { expect, test } from 'vitest'
import en from '../../i18n/en/fpx.json' with { type: 'json' }
import my from '../../i18n/my/fpx.json' with { type: 'json' }
import { CODE_CLASSES, type CodeClass, knownCodes, meaningOf, payerStatus, REASONS } from './codes.ts'

/** PayNet's list by class, written down a second time: a slip in the table must not pass. */
const EXPECTED: Record<CodeClass, string> = {
  paid: '00',
  pending: '09',
  awaiting_approval: '99',
  config_error: '03 05 30 46 47 50 78 83 84 98 SB XA XB XC XE XF XI XM XS XT XW',
  failed: '12 13 14 31 39 48 49 51 53 57 58 70 77 79 85 87 90 92 BB DA DB DC DD DE DF OE 1B 1E 1H 1K 2A',
  cancelled: '80 BC 1C 1F 1I 1L 2X',
  timed_out: '1A 1D 1G 1J 1M',
  unknown: '20 76 96 FE OF',
  duplicate: '45 XN XO',
  review: '88 89',
  refund: '1S OO B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 C1 C2 C3 C4 C5',
}

test.each(CODE_CLASSES)('the codes of class %s', (codeClass) => {
  const codes = knownCodes().filter((meaning) => meaning.class === codeClass)
  expect(codes.map(({ code }) => code).sort()).toEqual(EXPECTED[codeClass].split(' ').sort())
})

test('every row of the table is whole, and no code stands twice', () => {
  const codes = knownCodes()
  expect(codes).toHaveLength(Object.values(EXPECTED).join(' ').split(' ').length)
  for (const meaning of codes) {
    expect(CODE_CLASSES).toContain(meaning.class)
    expect(REASONS).toContain(meaning.reason)
    expect(meaning.known).toBe(true)
  }
})

test('99 waits for an approver and is not a failure', () => {
  expect(meaningOf('99').class).toBe('awaiting_approval')
  expect(payerStatus(meaningOf('99'))).toBe('pending_authorization')
})

test.each(['', 'ZZ', '0', '000', '1a', ' 00', '00 ', '__proto__', 'constructor'])(
  'code %j of no list is unknown, to be asked about and told to the operator, never paid',
  (code) => {
    expect(meaningOf(code)).toEqual({
      code,
      class: 'unknown',
      reason: 'checking',
      requery: true,
      review: false,
      known: false,
    })
    expect(payerStatus(meaningOf(code))).toBe('pending')
  },
)

test('only 00 is paid', () => {
  expect(
    knownCodes()
      .filter((meaning) => payerStatus(meaning) === 'successful')
      .map(({ code }) => code),
  ).toEqual(['00'])
})

test('duplicates and the unknown are asked about again; exceptions are put before a person', () => {
  for (const meaning of knownCodes())
    if (['duplicate', 'unknown'].includes(meaning.class)) expect(meaning.requery).toBe(true)
  expect(['87', '88', '89'].map((code) => meaningOf(code).review)).toEqual([true, true, true])
  expect(['85', '87'].map((code) => meaningOf(code).requery)).toEqual([true, true])
})

test.each([
  ['en', en],
  ['my', my],
])('every code, reason and status has its words in %s', (_, texts) => {
  const codes: Record<string, string> = texts.fpx.code
  for (const { code } of knownCodes()) expect(codes[code], code).toBeTruthy()
  expect(Object.keys(texts.fpx.reason).sort()).toEqual([...REASONS].sort())
  expect(Object.keys(texts.fpx.status).sort()).toEqual([
    'pending',
    'pending_authorization',
    'successful',
    'unsuccessful',
  ])
  expect(Object.keys(codes)).toHaveLength(knownCodes().length + 1)
})

test('both languages have the same keys', () => {
  expect(keysOf(my)).toEqual(keysOf(en))
})

function keysOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : keysOf(value as object, `${path}${key}.`),
  )
}
