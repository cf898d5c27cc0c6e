import { expect, test } from 'vitest'
import { isFiltered, isNarrowed, plainQuery, querySorted, queryWith } from './query.ts'

const search = { q: 'ali & co', status: 'paid', branch: ['a', 'b'], sort: '-total_sen', page: 3, limit: 25 }

test('a link changes what it names and keeps the rest', () => {
  expect(queryWith(search, { page: 4 })).toBe(
    '?q=ali+%26+co&status=paid&branch=a&branch=b&sort=-total_sen&page=4',
  )
})

test('defaults and empty values are not in the address', () => {
  expect(queryWith({ q: '', page: 1, limit: 25, status: undefined, from: null, mine: false })).toBe('?q=')
  expect(queryWith({ limit: 50 })).toBe('?limit=50')
})

test('a column orders upwards first, then downwards, from the first page', () => {
  expect(querySorted({ sort: 'name', page: 3 }, 'code')).toBe('?sort=code')
  expect(querySorted({ sort: 'code', page: 3, q: 'x' }, 'code')).toBe('?sort=-code&q=x')
  expect(querySorted({ sort: '-code' }, 'code')).toBe('?sort=code')
})

test('order and pages leave no rows out; search text and filters do', () => {
  expect(isNarrowed({ q: '', page: 2, limit: 50, sort: 'code', branch: [] })).toBe(false)
  expect(isNarrowed({ q: 'ali' })).toBe(true)
  expect(isFiltered({ q: 'ali', page: 1 })).toBe(false)
  expect(isFiltered({ q: 'ali', status: 'paid' })).toBe(true)
})

test('is written as a form would send it', () => {
  const typed = "a b&c=d+e/f?g#h%i'j(k)~l!m*n.o-p_q é 中 “r”"
  expect(plainQuery({ q: typed, 'a b': ['1', 'x y'] })).toBe(
    `?${new URLSearchParams([
      ['q', typed],
      ['a b', '1'],
      ['a b', 'x y'],
    ])}`,
  )
})
