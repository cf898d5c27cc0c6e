import { describe, expect, test } from 'vitest'
import type { Cell, SheetRow } from '#app/integrations/spreadsheets/cell.ts'
import { knownBanks } from './headings.ts'
import { amountIn, dayIn, findLayout, headingsKey, missingIn, sheetLines } from './read-sheet.ts'

const sheet = (...rows: Cell[][]): SheetRow[] => rows.map((cells, index) => ({ number: index + 1, cells }))

test.each(knownBanks)('a file of $bank with $headings is read without asking', ({ bank, headings }) => {
  const layout = findLayout(sheet(['Name of account'], [], [...headings], ['x']))
  expect(layout).toMatchObject({ heading: 2, bank })
  expect(missingIn(layout!.columns)).toEqual([])
})

test('headings that somebody has explained are known again, whatever the bank calls them', () => {
  const columns = ['date', null, 'credit'] as const
  const saved = new Map([[headingsKey(['Bila', 'Apa', 'Berapa']), { name: 'Kampung', columns }]])
  expect(findLayout(sheet(['BILA ', 'apa', 'Berapa']), saved)).toMatchObject({ bank: 'Kampung', columns })
})

test.each([
  ['31/01/2026', '2026-01-31'],
  ['1-2-26', '2026-02-01'],
  ['05 Ogos 2026', '2026-08-05'],
  ['05-MAC-2026', '2026-03-05'],
  ['2026-11-02T13:45:00', '2026-11-02'],
  ['20261102', '2026-11-02'],
  ['02/11/2026 13:45:11', '2026-11-02'],
  [{ day: '2026-11-02' }, '2026-11-02'],
  ['31/02/2026', undefined],
  ['11/25/2026', undefined],
  ['02112026', undefined],
  ['soon', undefined],
] as const)('the day of %j is %j', (cell, day) => {
  expect(dayIn(cell)).toBe(day)
})

test.each([
  ['1,234.50', 123_450],
  ['RM 1,234.5', 123_450],
  ['(50.00)', -5_000],
  ['50.00-', -5_000],
  ['-RM50', -5_000],
  ['50.00 CR', 5_000],
  ['50.00DR', -5_000],
  ['.50', 50],
  [1234.56, 123_456],
  [0.1, 10],
  ['', null],
  ['-', null],
  [null, null],
  ['1.234,50', undefined],
  ['1,23', undefined],
  ['12.345', undefined],
  ['9'.repeat(20), undefined],
  [1.005, undefined],
] as const)('the amount of %j is %j sen', (cell, sen) => {
  expect(amountIn(cell)).toBe(sen)
})

describe('a sheet', () => {
  const columns = ['date', 'description', 'debit', 'credit', 'balance'] as const
  const read = (...rows: Cell[][]) => sheetLines(sheet(['d', 'x', 'out', 'in', 'bal'], ...rows), 0, columns)

  test('counts what is no movement, and reads the balances against the days as well', () => {
    const found = read(
      ['03/11/2026', 'B', null, '20.00', '130.00'],
      ['02/11/2026', 'A', '10.00', null, '110.00'],
      ['Closing balance', null, null, null, '130.00'],
    )
    expect(found).toMatchObject({ opening_sen: 12_000, closing_sen: 13_000, skipped: 1, broken_row: null })
  })

  test('says where a balance is not what its line makes of it', () => {
    const rows: Cell[][] = [
      ['01/11/2026', 'A', null, '10.00', '110.00'],
      ['02/11/2026', 'B', null, '10.00', '125.00'],
      ['03/11/2026', 'C', null, '10.00', '135.00'],
    ]
    expect(read(...rows)).toMatchObject({ broken_row: 3 })
  })

  test.each([
    [['31/02/2026', 'A', null, '10.00'], 'date:2'],
    [[null, 'A', null, '10.00'], 'date:2'],
    [['01/11/2026', 'A', null, 'ten'], 'amount:2'],
    [['01/11/2026', 'A', '1.00', '10.00'], 'side:2'],
    [['', 'Total', '', ''], 'empty'],
  ] as [Cell[], string][])('with %j is refused as %s', (row, message) => {
    expect(() => read(row)).toThrow(message)
  })

  test('of one amount with a mark says which way it went', () => {
    const marked = (mark: string) =>
      sheetLines(sheet(['d', 'x', 'a', 'm'], ['01/11/2026', 'A', '5.00', mark]), 0, [
        'date',
        'description',
        'amount',
        'sign',
      ])
    expect(marked('CR').lines[0]).toMatchObject({ side: 'credit', amount_sen: 500 })
    expect(marked('DR').lines[0]).toMatchObject({ side: 'debit', amount_sen: 500 })
    expect(() => marked('?')).toThrow('side:2')
  })
})
