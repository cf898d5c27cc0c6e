import { describe, expect, test } from 'vitest'
import { textOf } from './text.ts'

const read = (...bytes: (string | number)[]) => {
  try {
    return textOf(
      Buffer.concat(bytes.map((one) => (typeof one === 'string' ? Buffer.from(one) : Buffer.of(one)))),
    )
  } catch (error) {
    return (error as Error).message
  }
}
const wide = (text: string) => Buffer.from(text, 'utf16le')

test.each([
  ['UTF-8', Buffer.from('a,陈大文\n')],
  ['UTF-8 with its mark', Buffer.from('\ufeffa,陈大文\n')],
  ['UTF-16 with its mark', wide('\ufeffa,陈大文\n')],
  ['UTF-16 with the other mark', wide('\ufeffa,陈大文\n').swap16()],
  ['UTF-16 without a mark', wide('a,陈大文\n')],
  ['UTF-16 without a mark, the other way round', wide('a,陈大文\n').swap16()],
])('%s is read', (_, bytes) => {
  expect(textOf(bytes)).toBe('a,陈大文\n')
})

describe('Windows-1252', () => {
  test.each([
    ['an accent in a word', ['Jos', 0xe9, ' Bin Ujian'], 'José Bin Ujian'],
    ['an accent at the beginning', [0xd6, 'zil,', 0xc9, 'va'], 'Özil,Éva'],
    ['capitals alone', ['NI', 0xd1, 'O'], 'NIÑO'],
    ['an apostrophe', ['D', 0x92, 'Ujian'], 'D’Ujian'],
    ['quotes', [0x93, 'Ujian', 0x94], '“Ujian”'],
    ['a dash and a space that does not break', ['Nov ', 0x96, 0xa0, 'Dis'], 'Nov –\u00a0Dis'],
  ] as [string, (string | number)[], string][])('is read with %s', (_, bytes, text) => {
    expect(read(...bytes)).toBe(text)
  })
})

describe('what could be letters of several alphabets is refused', () => {
  test.each([
    ['GBK', [0xb3, 0xc2, 0xb4, 0xf3, 0xce, 0xc4]],
    ['one letter of GBK', ['A ', 0xc0, 0xee, ' B']],
    ['Big5', [0xb3, 0xaf, 0xa4, 0x6a, 0xa4, 0xe5]],
    ['Shift JIS', [0x93, 0x63, 0x92, 0x86]],
    ['KOI8-R', [0xe9, 0xd7, 0xc1, 0xce]],
    ['an accent of DOS', ['Jos', 0x82]],
    ['an accent of an old Mac', ['Jos', 0x8e]],
    ['quotes of an old Mac', [0xd2, 'Yuran', 0xd3]],
    ['UTF-8 with a broken letter', ['陈', 0xe9, ',']],
    ['UTF-8 that is cut off', ['a,', 0xe9, 0x99]],
  ] as [string, (string | number)[]][])('%s', (_, bytes) => {
    expect(read('Nama\n', ...bytes, '\n')).toBe('encoding')
  })

  test('UTF-16 that is cut off', () => {
    expect(() => textOf(wide('\ufeffNama,陈').subarray(0, -1))).toThrow('encoding')
  })
})

test('Ctrl-Z ends a text, and is none elsewhere', () => {
  expect(read('a,b\n\x1a')).toBe('a,b\n')
  expect(read('a\x1ab\n')).toBe('not_a_sheet')
})
