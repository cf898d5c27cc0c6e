import { describe, expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.ts'
import { titleFactsOf } from '#tests/support/title-facts.ts'
import { linesInBrief } from './paid-lines.ts'
import {
  invoiceTitle,
  maskedTitle,
  purposeOfSeveral,
  shortPurpose,
  type TitleFacts,
  titleOfSeveral,
  withoutName,
} from './title.ts'

const reading = (locale: string) => ({ t: i18nOf(locale).t, locale })
const [en, my] = [reading('en'), reading('my')]

const alya = 'Nur Alya binti Azman'
const once = (description: string, lines = 1): Partial<TitleFacts> => ({
  ...{ lines, monthly: 0, periodic: 0, from: null, until: null },
  first: { description, period_starts_on: null, period_ends_on: null },
})
const december: Partial<TitleFacts> = { from: '2026-12-01', until: '2026-12-31' }
const year: Partial<TitleFacts> = {
  ...{ monthly: 0, from: '2027-01-01', until: '2027-12-31' },
  first: {
    ...{ description: 'Tadika, Annual fee, Jan – Dec 2027', share: null },
    ...{ period_starts_on: '2027-01-01', period_ends_on: '2027-12-31' },
  },
}

test.each<[Partial<TitleFacts>, string, string]>([
  [december, 'Nur Alya · fees December 2026', 'Nur Alya · yuran Disember 2026'],
  [
    { ...december, lines: 4, monthly: 4, periodic: 4, until: '2027-01-31' },
    'Nur Alya · fees Dec 2026 – Jan 2027',
    'Nur Alya · yuran Dis 2026 – Jan 2027',
  ],
  [
    { ...december, lines: 4, monthly: 3, periodic: 3 },
    'Nur Alya · fees December 2026 and 1 more',
    'Nur Alya · yuran Disember 2026 dan 1 lagi',
  ],
  [once('Registration fee'), 'Nur Alya · Registration fee', 'Nur Alya · Registration fee'],
  [
    once('Registration fee', 3),
    'Nur Alya · Registration fee and 2 more',
    'Nur Alya · Registration fee dan 2 lagi',
  ],
  [year, 'Nur Alya · Tadika, Annual fee, Jan – Dec 2027', 'Nur Alya · Tadika, Annual fee, Jan – Dis 2027'],
  [{ ...year, lines: 2, periodic: 2 }, 'Nur Alya · fees Jan – Dec 2027', 'Nur Alya · yuran Jan – Dis 2027'],
  [{ lines: 0, monthly: 0, periodic: 0, first: null }, 'Nur Alya · Invoice', 'Nur Alya · Invois'],
])('an invoice is called by whom and what it is for: %o', (about, english, malay) => {
  const facts = titleFactsOf(alya, about)
  expect(invoiceTitle(facts, en)).toBe(english)
  expect(invoiceTitle(facts, my)).toBe(malay)
})

test('on a public page no more of a name is shown than its mask shows', () => {
  expect(invoiceTitle(maskedTitle(titleFactsOf(alya, december)), en)).toBe('Nur A*** · fees December 2026')
  const tan = maskedTitle(titleFactsOf('Tan Wei Ming', december))
  expect(invoiceTitle(tan, en)).toBe('Tan W*** M*** · fees December 2026')
})

test('a message about money owed names no child', () => {
  const facts = titleFactsOf(alya, december)
  expect(invoiceTitle(withoutName(facts), en)).toBe('Fees December 2026')
  expect(invoiceTitle(withoutName(facts), my)).toBe('Yuran Disember 2026')
  for (const said of [purposeOfSeveral([facts], en), purposeOfSeveral([facts, facts], my)])
    expect(said).not.toContain('Alya')
})

test('several invoices are called by the children and their months, or by their number', () => {
  const facts = ['Alya binti Azman', 'Adam bin Azman', 'Alya binti Azman'].map((name) => titleFactsOf(name))
  expect(titleOfSeveral(facts, en)).toBe('Alya, Adam · fees January 2026')
  const mixed = [...facts, titleFactsOf('Adam bin Azman', once('Lawatan'))]
  expect(titleOfSeveral(mixed, en)).toBe('Alya, Adam · 4 invoices')
  expect(titleOfSeveral(facts.slice(0, 1), en)).toBe('Alya · fees January 2026')
  expect(titleOfSeveral([], en)).toBe('')
  const many = ['A', 'B', 'C', 'D'].map((name) => titleFactsOf(name))
  expect(titleOfSeveral(many, en)).toBe('4 invoices')
})

describe('for a text message', () => {
  test('the months of all invoices, short', () => {
    expect(shortPurpose([titleFactsOf(alya), titleFactsOf(alya, december)], en)).toBe('fees Jan – Dec 2026')
  })

  test('nothing that an organisation has named', () => {
    expect(shortPurpose([titleFactsOf(alya), titleFactsOf(alya, once('Lawatan'))], en)).toBeUndefined()
    expect(purposeOfSeveral([titleFactsOf(alya), titleFactsOf(alya, once('Lawatan'))], en)).toBe('2 invoices')
    expect(shortPurpose([], en)).toBeUndefined()
  })
})

test('many lines are summed up, and with the tax they are the total', () => {
  const lines = Array.from({ length: 10 }, (_, index) => ({
    ...{ description: `Item ${index + 1}`, period_starts_on: null, period_ends_on: null },
    ...{ amount_sen: 1_000, tax_sen: index < 2 ? 60 : 0 },
  }))
  const brief = linesInBrief(lines, 4, en)
  expect(brief.map(({ label }) => label)).toEqual([
    'Item 1',
    'Item 2',
    'Item 3',
    '7 more items',
    'Service tax',
  ])
  expect(brief.reduce((sum, { sen }) => sum + sen, 0)).toBe(10_120)
  expect(linesInBrief(lines.slice(2), 8, en)).toHaveLength(8)
})
