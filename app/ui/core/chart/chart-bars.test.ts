import { expect, test } from 'vitest'
import { barsOf } from './chart-bars.ts'

const bars = (...amounts: number[]) =>
  barsOf(
    amounts.map((sen) => ({ sen })),
    102,
  )

test('bars are as tall as their amounts and stand on one line', () => {
  expect(bars(1_000, 500, 0, 10).map(({ x, y, tall, zero }) => [x, y, tall, zero])).toEqual([
    [0, 1, 100, 101],
    [25, 51, 50, 101],
    [50, 101, 0, 101],
    [75, 100, 1, 101],
  ])
})

test('a month in which more was taken back hangs below the line, inside of the drawing', () => {
  const [good, bad] = bars(750, -250)
  expect(good).toMatchObject({ y: 1, tall: 75, zero: 76 })
  expect(bad).toMatchObject({ y: 76, tall: 25 })
})

test('nothing at all is a line', () => {
  expect(bars(0, 0).map(({ tall }) => tall)).toEqual([0, 0])
})
