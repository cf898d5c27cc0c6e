import { expect, test } from 'vitest'
import { standingOf, warningAt } from './appointment.ts'

const letter = (status: string, valid_from = '2026-01-01', valid_to = '2026-12-31') => ({
  ...{ status, valid_from, valid_to },
})

test.each([
  ['none', []],
  ['none', [letter('withdrawn')]],
  ['requested', [letter('requested')]],
  ['refused', [letter('refused')]],
  ['requested', [letter('refused'), letter('requested')]],
  ['confirmed', [letter('confirmed')]],
  ['confirmed', [letter('confirmed'), letter('requested', '2027-01-01', '2027-12-31')]],
  ['confirmed', [letter('confirmed', '2026-06-30', '2026-07-01'), letter('refused')]],
  ['expired', [letter('confirmed', '2025-01-01', '2026-06-29')]],
  ['requested', [letter('confirmed', '2025-01-01', '2026-06-29'), letter('requested')]],
  ['later', [letter('confirmed', '2026-07-01')]],
])('%s: %j', (standing, letters) => {
  expect(standingOf(letters, '2026-06-30')).toBe(standing)
})

test.each([
  [31, null],
  [30, 30],
  [8, 30],
  [7, 7],
  [2, 7],
  [1, 1],
  [0, 1],
  [-1, 0],
  [-40, 0],
])('%i days before its last day the warning is %s', (days, step) => {
  expect(warningAt(days)).toBe(step)
})
