import { expect, test } from 'vitest'
import { lineText } from './line-text.ts'

const december = { period_starts_on: '2026-12-01', period_ends_on: '2026-12-31' }
const term = { period_starts_on: '2026-09-01', period_ends_on: '2027-02-28' }

test.each([
  ['SPM Matematik, Monthly fee, Dec 2026', december, null, 'SPM Matematik, Monthly fee, Dis 2026'],
  ['SPM Matematik, Yuran bulanan, Dis 2026', december, null, 'SPM Matematik, Yuran bulanan, Dis 2026'],
  [
    'Tadika, Half-yearly fee, Sep 2026 – Feb 2027',
    term,
    null,
    'Tadika, Half-yearly fee, Sep 2026 – Feb 2027',
  ],
  [
    'Piano, Monthly fee, 10 Dec 2026 – 20 Dec 2026',
    december,
    { from: '2026-12-10', until: '2026-12-20' },
    'Piano, Monthly fee, 10 Dis 2026 – 20 Dis 2026',
  ],
  [
    'Piano, Monthly fee, 10 Dec 2026 – 31 Dec 2026',
    december,
    { from: '2026-12-10' },
    'Piano, Monthly fee, 10 Dis 2026 – 31 Dis 2026',
  ],
])('the months of a line are read in Malay: %s', (description, period, share, malay) => {
  expect(lineText({ description, ...period, share }, 'my')).toBe(malay)
})

test('a text that somebody has written stays as it was issued', () => {
  const rewritten = 'Dec 2026 fee, paid half by the zakat board'
  expect(lineText({ description: rewritten, ...december }, 'my')).toBe(rewritten)
  const none = { period_starts_on: null, period_ends_on: null }
  expect(lineText({ description: 'Lawatan, Dec 2026', ...none }, 'my')).toBe('Lawatan, Dec 2026')
})

test('names are read in the language of the reader, where they had one when the line was written', () => {
  const line = {
    ...{ description: 'Tadika Pagi, Yuran bulanan, Dis 2026', ...december },
    ...{ description_en: 'Morning class, Monthly fee, Dis 2026', description_my: null },
  }
  expect(lineText(line, 'en')).toBe('Morning class, Monthly fee, Dec 2026')
  expect(lineText(line, 'my')).toBe('Tadika Pagi, Yuran bulanan, Dis 2026')
})

test('in the language in which it was issued a text is the same', () => {
  const description = 'Piano, Monthly fee, Dec 2026'
  expect(lineText({ description, ...december }, 'en')).toBe(description)
})
