import { expect, test } from 'vitest'
import { looksLike } from './look-alike.ts'

test.each([
  ['cahaya', 'cahaja'],
  ['cahaya', 'cahay'],
  ['cahaya', 'cahayaa'],
  ['cahaya', 'acahaya'],
  ['cahaya', 'ca-haya'],
  ['melati', 'me1at1'],
  ['modern', 'modem'],
  ['tadika-soo', 'tadika-500'],
])('%s is mixed up with %s, and the other way round', (one, other) => {
  expect([looksLike(one, other), looksLike(other, one)]).toEqual([true, true])
})

test.each([
  ['cahaya', 'cahaya'],
  ['cahaya', 'bahaja'],
  ['cahaya', 'cahayaku'],
  ['mawar', 'mewah'],
  ['abc', 'abcde'],
])('%s is not with %s', (one, other) => {
  expect([looksLike(one, other), looksLike(other, one)]).toEqual([false, false])
})
