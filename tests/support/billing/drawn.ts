import fc from 'fast-check'
import { addDays } from '#app/domain/core/dates.ts'

export const day = (first: string, days: number) => fc.nat({ max: days }).map((n) => addDays(first, n))
export const months = ['2027-12', '2028-01', '2028-02', '2028-03', '2028-04', '2028-07', '2028-09'].map(
  (month) => `${month}-01`,
)
export const frequency = fc.oneof(
  { weight: 4, arbitrary: fc.constant('monthly') },
  { weight: 1, arbitrary: fc.constantFrom('one_off', 'quarterly', 'half_yearly', 'yearly') },
)
export const amount = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 40_000 }))
/** One in so many has it. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>, oneIn = 2) =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
export const mostly = (usual: string, ...others: string[]) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(...others) })
