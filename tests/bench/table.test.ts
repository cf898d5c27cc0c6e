import { expect, test } from 'vitest'
import { atLeast, atMost, exact, local, ratio, stretch } from './benchmark.ts'
import { isBroken, linesOf, verdictOf } from './table.ts'

test('a ratio is judged by the median of its rounds', () => {
  expect(verdictOf(ratio('a', [1.2, 1.25, 1.3], atMost(1.25)))).toBe('met')
  expect(verdictOf(ratio('a', [1.2, 1.26, 1.3], atMost(1.25)))).toBe('missed')
  expect(verdictOf(ratio('a', [3.1, 3, 2.9], atLeast(3)))).toBe('met')
})

test('rounds that lie more than a fifth apart are no figure', () => {
  const noisy = ratio('ours ÷ theirs', [1, 1.1, 1.3], atMost(2))
  expect(verdictOf(noisy)).toBe('too noisy')
  const [, line] = linesOf('P1', 'Title', { figures: [noisy] }, 1_000)
  expect(line).toContain('too noisy')
  expect(line).not.toContain('1.1')
})

test('only a figure without noise can break a run', () => {
  expect(isBroken({ figures: [exact('wrong rows', 1, 'rows', atMost(0))] })).toBe(true)
  expect(isBroken({ figures: [exact('wrong rows', 0, 'rows', atMost(0))] })).toBe(false)
  expect(isBroken({ figures: [local('p95', 90, 'ms', atMost(60)), ratio('a', [9, 9, 9], atMost(1))] })).toBe(
    false,
  )
})

test('a figure without a number, as of no answers at all, is not measured and breaks the run', () => {
  const nothing = [ratio('a', [Number.NaN, 1, 1], atMost(2)), ratio('b', []), local('c', Number.NaN, 'ms')]
  for (const figure of nothing) {
    expect(verdictOf(figure)).toBe('not measured')
    expect(isBroken({ figures: [figure] })).toBe(true)
  }
  expect(linesOf('P1', 'Title', { figures: nothing }, 1_000)[1]).toContain('not measured')
})

test('a table has its columns under each other', () => {
  const lines = linesOf(
    'P1',
    'A list page',
    {
      figures: [
        ratio('ours ÷ bare', [1.2, 1.2, 1.22], atMost(1.25)),
        ratio('ours ÷ plain', [7, 7, 7], stretch(atMost(4))),
      ],
      notes: ['on one machine'],
    },
    41_000,
  )
  expect(lines).toEqual([
    'P1  A list page (41 s)',
    '  ours ÷ bare   1.2×  spread 2 %  target ≤ 1.25  met',
    '  ours ÷ plain    7×  spread 0 %  stretch ≤ 4    missed',
    '  · on one machine',
    '',
  ])
})
