import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.ts'
import { titleFactsOf } from '#tests/support/title-facts.ts'
import { columnsOf, exportCell, formatCell, formatDuration, isNumeric } from './columns.ts'

interface Row {
  number: string
  due_on: string
  total_sen: number
}

const words: Record<string, string> = { 'common.status.paid': 'Paid', 'payment.method.cash': 'Cash' }
const t = ((key: string) => words[key] ?? key) as TFunction

test('where there is no value, a column may have words for that', () => {
  const column = { none: 'common.status.paid' } as const
  expect([formatCell(column, null, 'en', t), exportCell(column, null, 'en', t)]).toEqual(['Paid', 'Paid'])
  expect([formatCell({}, null, 'en', t), exportCell({}, null, 'en', t)]).toEqual(['', ''])
})

test('a column whose key the row does not have does not compile', () => {
  const columns = columnsOf<Row>()(
    { key: 'number', label: 'invoice.number', sort: true },
    { key: 'total_sen', label: 'invoice.total', kind: 'money', total: true },
  )
  expect(columns.map(({ key }) => key)).toEqual(['number', 'total_sen'])
  // @ts-expect-error the row has no such key
  columnsOf<Row>()({ key: 'totl_sen', label: 'invoice.total' })
})

test.each([
  ['text', 'Aisyah', 'Aisyah', 'Aisyah'],
  ['money', 123_450, 'RM1,234.50', '1234.50'],
  ['count', 12_345, '12,345', '12345'],
  ['percent', 1_250, '12.5%', '12.50'],
  ['date', '2026-01-31', '31 Jan 2026', '2026-01-31'],
  ['instant', '2026-01-31T06:05:00Z', '31 Jan 2026, 2:05 pm', '2026-01-31 14:05'],
  ['status', 'paid', 'Paid', 'Paid'],
  ['money', null, '', ''],
  ['money', 0, 'RM0.00', '0.00'],
] as const)('%s %s reads %s, in a file %s', (kind, value, read, filed) => {
  expect(formatCell({ kind }, value, 'en', t)).toBe(read)
  expect(exportCell({ kind }, value, 'en', t)).toBe(filed)
})

test('codes are words in the group that the column names', () => {
  expect(formatCell({ words: 'payment.method' }, 'cash', 'en', t)).toBe('Cash')
  expect(exportCell({ words: 'payment.method' }, 'cash', 'en', t)).toBe('Cash')
})

test('a mobile number reads as people write it, and stays whole in a file', () => {
  expect(formatCell({ kind: 'phone' }, '+60123456789', 'en', t)).toBe('012-345 6789')
  expect(exportCell({ kind: 'phone' }, '+60123456789', 'en', t)).toBe('012-345 6789')
})

test('figures are aligned right', () => {
  expect((['money', 'count', 'percent'] as const).every((kind) => isNumeric({ kind }))).toBe(true)
  expect((['text', 'date', 'instant', 'status'] as const).some((kind) => isNumeric({ kind }))).toBe(false)
})

test('an invoice is called by its title, with the months in the language of the reader', () => {
  const facts = titleFactsOf('Alya binti Azman')
  const my = i18nOf('my').t
  expect(formatCell({ kind: 'title' }, facts, 'my', my)).toBe('Alya · yuran Januari 2026')
  expect(exportCell({ kind: 'title' }, [facts, facts], 'my', my)).toBe('Alya · yuran Januari 2026')
  expect(formatCell({ kind: 'title' }, 'Infaq Jumaat', 'my', my)).toBe('Infaq Jumaat')
})

test.each([
  [0, '0:00', '0 min', '0 min'],
  [59, '0:59', '59 min', '59 min'],
  [60, '1:00', '1 h', '1 jam'],
  [75_005, '1250:05', '1,250 h 5 min', '1,250 jam 5 min'],
])('%i minutes are %s hours', (minutes, plain, en, my) => {
  expect(exportCell({ kind: 'duration' }, minutes, 'en', i18nOf('en').t)).toBe(plain)
  expect(formatDuration(minutes, i18nOf('en').t)).toBe(en)
  expect(formatCell({ kind: 'duration' }, minutes, 'my', i18nOf('my').t)).toBe(my)
})
