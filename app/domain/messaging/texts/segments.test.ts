import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { smsSegments } from '#app/integrations/sms/segments.ts'
import { costlyLetters, roomLeft, withPlainLetters } from './segments.ts'

test.each([
  ['', 'gsm7', 0, 0],
  ['a'.repeat(160), 'gsm7', 160, 1],
  ['a'.repeat(161), 'gsm7', 161, 2],
  ['a'.repeat(306), 'gsm7', 306, 2],
  ['a'.repeat(307), 'gsm7', 307, 3],
  ['a'.repeat(459), 'gsm7', 459, 3],
  ['a'.repeat(460), 'gsm7', 460, 4],
  ['€'.repeat(80), 'gsm7', 160, 1],
  // 76 pairs fit into a part of 153, the odd place stays empty.
  ['€'.repeat(153), 'gsm7', 306, 3],
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm7', 306, 3],
  ['’'.repeat(70), 'unicode', 70, 1],
  ['’'.repeat(71), 'unicode', 71, 2],
  ['’'.repeat(134), 'unicode', 134, 2],
  ['’'.repeat(135), 'unicode', 135, 3],
  ['😀'.repeat(35), 'unicode', 70, 1],
  // 33 pairs fit into 67.
  ['😀'.repeat(67), 'unicode', 134, 3],
] as const)('%#: as gateways charge it', (text, encoding, length, segments) => {
  expect(smsSegments(text)).toEqual({ encoding, length, segments })
})

/** An independent splitter: cuts encoded units, and steps back where a pair would be cut. */
function cut(text: string): number {
  const gsm =
    /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/.test(text)
  const units = gsm ? text.replace(/[\^{}\\[~\]|€]/g, '\u001b$&') : text
  const splits = (at: number) =>
    gsm
      ? units[at - 1] === '\u001b'
      : /[\uD800-\uDBFF]/.test(units[at - 1] ?? '') && /[\uDC00-\uDFFF]/.test(units[at] ?? '')
  const [single, part] = gsm ? [160, 153] : [70, 67]
  if (units.length <= single) return units.length === 0 ? 0 : 1
  let count = 0
  for (let at = 0; at < units.length; count += 1) {
    const end = Math.min(at + part, units.length)
    at = end < units.length && splits(end) ? end - 1 : end
  }
  return count
}

describe('like an independent splitter', () => {
  const letters = (alphabet: string) => fc.array(fc.constantFrom(...alphabet), { maxLength: 500 })
  test.each([
    ['GSM-7', 'abc €^{}\\[~]|@ñÇ'],
    ['both', 'ab€😀ع’漢'],
    ['emoji', '😀a'],
  ])('%s', (_, alphabet) => {
    fc.assert(
      fc.property(letters(alphabet), (drawn) => {
        const text = drawn.join('')
        expect(smsSegments(text).segments).toBe(cut(text))
      }),
      { numRuns: 300 },
    )
  })
})

test('room that is left, of a part and of a single message', () => {
  expect(roomLeft('')).toBe(160)
  expect(roomLeft('a'.repeat(160))).toBe(0)
  expect(roomLeft('a'.repeat(161))).toBe(145)
  expect(roomLeft('’')).toBe(69)
})

test('letters that cost more are named once, with what says the same', () => {
  expect(costlyLetters('Ibu’s “kelas” – café… ê 😀 ’')).toEqual([
    { letter: '’', instead: "'" },
    { letter: '“', instead: '"' },
    { letter: '”', instead: '"' },
    { letter: '–', instead: '-' },
    { letter: '…', instead: '...' },
    { letter: 'ê', instead: 'e' },
    { letter: '😀', instead: null },
  ])
  expect(costlyLetters('Yuran RM50 {€}')).toEqual([])
  expect(withPlainLetters('Ibu’s – ê 😀')).toBe("Ibu's - e 😀")
})
