import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { markOf, parseRegister, printedCode, typedCode } from './register.ts'

const read = (typed: string) =>
  parseRegister(typed).marks.map(({ number, mark, late_minutes }) => [number, mark, late_minutes])

describe('a register in one line', () => {
  it('names exceptions by their numbers', () => {
    expect(read('absent: 3, 7; late: 5 (10)')).toEqual([
      [3, 'absent', null],
      [5, 'late', 10],
      [7, 'absent', null],
    ])
  })

  it('is read in both languages, by keys and by digits, with ranges', () => {
    expect(read('Tidak hadir: 2-4\nlewat:1(5)')).toEqual([
      [1, 'late', 5],
      [2, 'absent', null],
      [3, 'absent', null],
      [4, 'absent', null],
    ])
    expect(read('4: 6; e: 7')).toEqual([
      [6, 'excused', null],
      [7, 'excused', null],
    ])
  })

  it('lets the last word about a student count', () => {
    expect(read('absent: 3; late: 3')).toEqual([[3, 'late', null]])
  })

  it.each([
    ['absent 3', 'absent 3'],
    ['gone: 3', 'gone: 3'],
    ['absent: three', 'three'],
    ['late: 5 (0)', '5 (0)'],
    ['late: 5 (481)', '5 (481)'],
    ['absent: 5 (10)', '5 (10)'],
    ['absent: 7-3', '7-3'],
    ['absent: 0', '0'],
  ])('says what it cannot read of “%s”', (typed, unread) => {
    expect(parseRegister(typed)).toEqual({ marks: [], unread: [unread] })
  })

  it('reads whatever is typed, or says that it cannot', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        for (const { number } of parseRegister(typed).marks) expect(number).toBeGreaterThan(0)
      }),
    )
  })
})

test('a key, a digit or a word names a mark', () => {
  expect(['P', 'l', ' A ', 'e', '1', '4', 'Hadir', 'BERSEBAB'].map(markOf)).toEqual([
    ...['present', 'late', 'absent', 'excused', 'present', 'excused', 'present', 'excused'],
  ])
  expect(markOf('x')).toBeUndefined()
})

test('a code is typed as it is printed, or as it comes', () => {
  expect(printedCode('4F2A91BC7D')).toBe('4F2A9-1BC7D')
  expect(['4F2A9-1BC7D', '4f2a9 1bc7d', ' 4f2a91bc7d '].map(typedCode)).toEqual(Array(3).fill('4F2A91BC7D'))
})
