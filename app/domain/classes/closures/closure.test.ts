import { expect, test } from 'vitest'
import { closureForm } from './closure.ts'

const refused = (starts_on: string, ends_on: string) =>
  closureForm
    .safeParse({ name: 'Cuti penggal', starts_on, ends_on })
    .error?.issues.map(({ path, message }) => `${path}: ${message}`)

test.each([
  ['2027-01-04', '2027-01-04', undefined],
  ['2027-01-04', '2027-01-03', ['ends_on: closure.ends_first']],
  ['2027-01-04', '2028-01-05', ['ends_on: closure.too_long']],
  ['%%%___\\\\', '2027-01-04', ['starts_on: input.date']],
  ['2027-01-04', '2027-02-30', ['ends_on: input.date']],
])('from %s until %s: %o', (starts_on, ends_on, said) => {
  expect(refused(starts_on, ends_on)).toEqual(said)
})
