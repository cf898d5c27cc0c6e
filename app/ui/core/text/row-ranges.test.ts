import { expect, test } from 'vitest'
import { columnLetters } from '#app/ui/enrolment/import/FileNotes.tsx'
import { rowRanges } from './row-ranges.ts'

test.each([
  [[], ''],
  [[4], '4'],
  [[4, 7, 8, 9], '4, 7–9'],
  [[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], '5–16'],
  [Array.from({ length: 12 }, (_, n) => 2 * n), '0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22'],
])('the rows %j are named by the ends of their runs, all of them', (rows, words) => {
  expect(rowRanges(rows)).toBe(words)
})

test('columns are named as Excel names them', () => {
  expect(rowRanges([0, 1, 25, 26, 27], columnLetters)).toBe('A–B, Z–AB')
})
