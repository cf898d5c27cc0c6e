import { expect, test } from 'vitest'
import { matchPages } from './pages.ts'

const page = (title: string, malay: string, words: string[] = []) => ({
  ...{ title, summary: '', address: `/${title}`, titles: [title, malay] },
  words,
})
const pages = [
  page('Bank account', 'Akaun bank', ['payout']),
  page('Payments', 'Bayaran', ['bank transfer, cash']),
  page('Attendance by year', 'Kehadiran tahunan'),
]
const found = (q: string) => matchPages(q, pages).map(({ title }) => title)

test.each([
  ['bank', ['Bank account', 'Payments']],
  ['BANK akaun', ['Bank account']],
  ['kehadiran', ['Attendance by year']],
  ['year attendance', ['Attendance by year']],
  ['payout', ['Bank account']],
  ['bank kehadiran', []],
  ['--', []],
])('%s finds %j', (q, titles) => expect(found(q)).toEqual(titles))
