import { describe, expect, test } from 'vitest'
import { isNamed, partsOf, scaleOf, slotsOf } from './scale.ts'

const yOf = (values: number[], least?: number) =>
  scaleOf(values, { height: 100, head: 10, ...(least ? { least } : {}) })

describe('an axis', () => {
  test('has gridlines at round values, with zero at the foot', () => {
    const { ticks, zero } = yOf([1_946_450, 1_200_000], 100)
    expect(ticks).toEqual([
      { value: 0, y: 110 },
      { value: 500_000, y: 85 },
      { value: 1_000_000, y: 60 },
      { value: 1_500_000, y: 35 },
      { value: 2_000_000, y: 10 },
    ])
    expect(zero).toBe(110)
  })

  test('has at most four steps on a side, whatever the values, and the highest is on it', () => {
    for (const high of [1, 3, 7, 99, 101, 12_345, 987_654_321]) {
      const { ticks } = yOf([high])
      expect(ticks.length, String(high)).toBeLessThanOrEqual(5)
      expect(ticks.at(-1)!.value, String(high)).toBeGreaterThanOrEqual(high)
      for (const { value } of ticks) expect(Number.isInteger(value), String(high)).toBe(true)
    }
  })

  test('of sen has whole ringgit', () => {
    expect(yOf([150], 100).ticks.map(({ value }) => value)).toEqual([0, 100, 200])
  })

  test('a month in which more was taken back hangs below the line, inside of the drawing', () => {
    const { ticks, zero, barOf } = yOf([750, -250])
    expect(ticks.map(({ value }) => value)).toEqual([-500, 0, 500, 1_000])
    expect(zero).toBeCloseTo(76.7)
    expect(barOf(750)).toEqual({ y: 26.7, tall: 50 })
    expect(barOf(-250)).toEqual({ y: zero, tall: 16.7 })
  })

  test('nothing at all is one line', () => {
    const { ticks, zero, barOf } = yOf([0, 0, 0])
    expect(ticks).toEqual([{ value: 0, y: 10 }])
    expect(barOf(0)).toEqual({ y: zero, tall: 0 })
  })

  test('beside one that is huge the others can still be seen, and nothing is higher than the drawing', () => {
    const { barOf } = yOf([100_000_000, 1])
    expect(barOf(1)).toEqual({ y: 109, tall: 1 })
    expect(barOf(100_000_000)).toEqual({ y: 10, tall: 100 })
  })
})

test('bars of a name stand beside each other, names beside names, and none outside', () => {
  const { slot, middle } = slotsOf(12, 2)
  expect(slot(0, 0)).toEqual({ x: 1, width: 3.17 })
  expect(slot(0, 1).x).toBeCloseTo(1 + 3.17, 1)
  expect(slot(1, 0).x).toBeCloseTo(100 / 12 + 1, 1)
  expect(slot(11, 1).x + slot(11, 1).width).toBeLessThan(100)
  expect(middle(0)).toBeCloseTo(4.17)
})

test('twelve names are all written, of thirty about seven, the last always', () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, index) => index).filter((index) => isNamed(index, count))
  expect(named(12)).toHaveLength(12)
  expect(named(30)).toEqual([4, 9, 14, 19, 24, 29])
})

describe('parts of a whole', () => {
  test('lie behind each other and fill it', () => {
    expect(partsOf([50, 30, 20])).toEqual([
      { x: 0, width: 50 },
      { x: 50, width: 30 },
      { x: 80, width: 20 },
    ])
  })

  test('what is nothing or below zero is not drawn, and what is little can be seen', () => {
    const parts = partsOf([1_000_000, 0, -5_000, 1])
    expect(parts.map(({ width }) => width > 0)).toEqual([true, false, false, true])
    expect(parts[3]!.width).toBeGreaterThan(0.5)
    expect(parts[3]!.x + parts[3]!.width).toBeCloseTo(100, 1)
  })

  test('of nothing there are none', () => {
    expect(partsOf([0, 0])).toEqual([
      { x: 0, width: 0 },
      { x: 0, width: 0 },
    ])
  })
})
