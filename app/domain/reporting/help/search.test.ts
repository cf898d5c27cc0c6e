import { expect, test } from 'vitest'
import { searchHelp } from './search.ts'

const found = (q: string, locale = 'en') => searchHelp(q, locale, ['clerk']).map(({ address }) => address)
const paper = '/help/kb/version-conflict'

test('a paper is found by its title, in the language of the reader', () => {
  expect(searchHelp('somebody changed this', 'en', ['clerk'])[0]).toMatchObject({
    title: 'Somebody changed this before you',
    address: paper,
  })
  expect(searchHelp('rekod diubah orang lain', 'my', ['clerk'])[0]!.address).toBe(paper)
})

test('words are found by their beginning, without accents, and in other forms', () => {
  expect(found('someb chang')[0]).toBe(paper)
  expect(found('sómebody chánged')[0]).toBe(paper)
  expect(found('mengubah rekod', 'my')).toContain(paper)
  expect(found('perubahan rekod', 'my')).toContain(paper)
})

test('what stands in a heading leads to the heading, the same in every language', () => {
  expect(found('why change not saved')).toContain(`${paper}#why-your-change-was-not-saved`)
  expect(found('sebab perubahan tidak disimpan', 'my')).toContain(`${paper}#why-your-change-was-not-saved`)
})

test('nothing is found of nothing, of what is too long and of what nobody wrote', () => {
  for (const q of ['', '   ', '?!', 'xyzzyplugh', 'the of']) expect(found(q)).toEqual([])
  expect(found('z'.repeat(5_000))).toEqual([])
})
