import { expect, test } from 'vitest'
import { inTurns, median, medianRatios, percentile, ratios, spread } from './rounds.ts'

test('sides are measured in turns, each round beginning with another', async () => {
  const calls: string[] = []
  const side = (name: string, cost: number) => async () => {
    calls.push(name)
    return cost
  }
  const costs = await inTurns({ a: side('a', 2), b: side('b', 1) }, { rounds: 4 })
  expect(calls.join('')).toBe('abbaabba')
  expect(costs).toEqual({ a: [2, 2, 2, 2], b: [1, 1, 1, 1] })
})

test('a round of several turns costs their mean', async () => {
  const growing = (by: number) => {
    let cost = 0
    return async () => (cost += by)
  }
  const costs = await inTurns({ a: growing(1), b: growing(2) }, { rounds: 3, turns: 2 })
  expect(costs).toEqual({ a: [1.5, 3.5, 5.5], b: [3, 7, 11] })
})

test('three rounds are measured even when the time is up', async () => {
  let count = 0
  const slow = async () => {
    count++
    return 1
  }
  await inTurns({ slow }, { rounds: 9, budgetMs: -1 })
  expect(count).toBe(3)
})

test('a ratio belongs to its round', () => {
  expect(ratios([2, 9], [1, 3])).toEqual([2, 3])
})

test('one odd round leaves the ratio of the medians as it is', () => {
  expect(medianRatios([4, 40, 4, 4], [2, 2, 2, 2])).toEqual([2, 2, 2, 2])
})

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
])('the median of %j is %d', (numbers, expected) => expect(median(numbers)).toBe(expected))

test('the spread is the whole range as a share of the median', () => {
  expect(spread([0.9, 1, 1.1])).toBeCloseTo(0.2)
  expect(spread([2, 2, 2])).toBe(0)
})

test('a percentile is one of the numbers', () => {
  expect(percentile([5, 1, 4, 2, 3], 0.95)).toBe(5)
  expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3)
})
