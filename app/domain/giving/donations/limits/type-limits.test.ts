import { expect, test } from 'vitest'
import { beyondLimits, limitProblems } from '../type-amounts.ts'

test.each([
  ['within', 10_00, { min_sen: 10_00, max_sen: 50_00 }, undefined],
  ['too small', 9_99, { min_sen: 10_00, max_sen: null }, { code: 'donation.below_min', amount: 'RM10.00' }],
  ['too large', 50_01, { min_sen: null, max_sen: 50_00 }, { code: 'donation.above_max', amount: 'RM50.00' }],
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
