import { describe, expect, test } from 'vitest'
import { fitrah, isOpenOn, progressOf } from '#app/domain/accounting/gifts/gift.ts'
import { beyondLimits, limitProblems, suggestedAmounts, typedSuggestions } from './type-fields.ts'

describe('suggested amounts', () => {
  test.each([
    ['10, 30, 50', [1_000, 3_000, 5_000]],
    ['RM10; 30.50 100', [1_000, 3_050, 10_000]],
    ['1,000, 30000', [100_000, 3_000_000]],
    ['10, 10, 20', [1_000, 2_000]],
    ['', []],
    [undefined, []],
  ])('%s', (typed, amounts) => {
    expect(suggestedAmounts.parse(typed)).toEqual(amounts)
  })

  test.each(['0.99', '30000.01', 'sepuluh', '10, -5', '1, 2, 3, 4, 5, 6, 7', '10.001'])(
    'refuses %s',
    (typed) => {
      expect(suggestedAmounts.safeParse(typed).error?.issues[0]?.message).toBe('donation.suggested')
    },
  )

  test('are shown as they may be typed again', () => {
    const amounts = [1_000, 3_050, 100_000]
    expect(suggestedAmounts.parse(typedSuggestions(amounts))).toEqual(amounts)
  })
})

test.each([
  [0, 100, 0],
  [99, 100, 99],
  [9_999, 10_000, 99],
  [10_000, 10_000, 100],
  [20_000, 10_000, 100],
  [-5, 10_000, 0],
])('of %i of %i sen %i percent have come', (raised, target, percent) => {
  expect(progressOf(raised, target)).toBe(percent)
})

test.each([
  [null, null, true],
  ['2026-02-18', null, true],
  ['2026-02-19', null, false],
  [null, '2026-02-18', true],
  [null, '2026-02-17', false],
])('from %s to %s it is open on 18 Feb: %s', (opens_on, closes_on, open) => {
  expect(isOpenOn({ opens_on, closes_on }, '2026-02-18')).toBe(open)
})

test('zakat fitrah is the rate for each person', () => {
  expect(fitrah(700, 5)).toBe(3_500)
  expect(fitrah(1_450, 99)).toBe(143_550)
})

describe('limits', () => {
  test.each([
    ['within', 10_00, { min_sen: 10_00, max_sen: 50_00 }, undefined],
    ['too small', 9_99, { min_sen: 10_00, max_sen: null }, { code: 'donation.below_min', amount: 'RM10.00' }],
    [
      'too large',
      50_01,
      { min_sen: null, max_sen: 50_00 },
      { code: 'donation.above_max', amount: 'RM50.00' },
    ],
    ['the smallest', 10_00, { min_sen: 10_00, max_sen: 50_00 }, undefined],
    ['the largest', 50_00, { min_sen: 10_00, max_sen: 50_00 }, undefined],
    ['nothing is said', 1_00, { min_sen: null, max_sen: null }, undefined],
  ])('a gift that is %s', (_, sen, limits, found) => {
    expect(beyondLimits(sen, limits)).toEqual(found)
  })

  test.each([
    [{ min_sen: 10_00, max_sen: 5_00 }, [], 'max_sen'],
    [{ min_sen: 10_00 }, [5_00, 20_00], 'suggested_sen'],
    [{ max_sen: 50_00 }, [100_00], 'suggested_sen'],
    [{ min_sen: 10_00, max_sen: 50_00 }, [10_00, 50_00], undefined],
    [{}, [1_00], undefined],
  ])('limits %o with %o offered', (limits, suggested_sen, field) => {
    expect(limitProblems({ ...limits, suggested_sen })[0]?.field).toBe(field)
  })
})
