import { describe, expect, test } from 'vitest'
import type { Cell, SheetRow } from '#app/integrations/spreadsheets/cell.ts'
import { amountIn, dayIn } from './cells.ts'
import { knownBanks } from './headings.ts'
import { findLayout, headingsKey, missingIn, sheetLines } from './read-sheet.ts'

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
  [46_328, '2026-11-02'],
  [46_328.73, '2026-11-02'],
  ['46328', '2026-11-02'],
  ['46328.5', '2026-11-02'],
  ['2026-10-31T17:30:00Z', '2026-11-01'],
  ['2026-11-02 01:00:00+09:00', '2026-11-02'],
  ['Nov 2, 2026', '2026-11-02'],
  ['Isnin, 2 November 2026', '2026-11-02'],
  ['2 Nov 2026 1:45 PM', '2026-11-02'],
  ['\u200e02/11/2026\u00a0', '2026-11-02'],
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
  ['CR 50.00', 5_000],
  ['DR50.00', -5_000],
  ['50.00 Dr.', -5_000],
  ['50.00 (DR)', -5_000],
  ['RM -50.00', -5_000],
  ['(RM1,234.50)', -123_450],
  ['1 234 567.50', 123_456_750],
  ['1,234,567.50', 123_456_750],
  ['\u200e50.00', 5_000],
  ['(50.00', undefined],
  ['CR50.00DR', undefined],
  ['12 34', undefined],
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
    expect(found).toMatchObject({ opening_sen: 12_000, closing_sen: 13_000, broken_row: null })
    expect(found.skipped).toEqual([{ row: 4, text: 'Closing balance · 130.00', reason: 'sum' }])
  })

  const movement: Cell[] = ['01/11/2026', 'PINDAHAN UJIAN', null, '10.00', '110.00']
  const out: Cell[] = ['02/11/2026', 'CEK', '4.00', null, '106.00']

  const reasonOf: Record<string, string> = {
    'that repeats the headings': 'headings',
    'of the bank’s own text': 'text',
    'of zero': 'zero',
    'without an amount': 'no_amount',
    'of a footer': 'text',
  }

  test.each([
    ['below the words', [null, 'TOTAL', '4.00', '10.00']],
    ['below the dates', ['Jumlah:', null, '4.00', '10.00']],
    ['with a date', ['02/11/2026', 'TOTAL', '4.00', '10.00']],
    ['without a label', [null, null, '4.00', '10.00']],
    ['of a page', [null, 'Page 1 total', null, '7.00']],
    ['of each kind', [null, 'Total Credits (1 transaction)', null, '10.00']],
    ['in Malay', [null, 'JUMLAH KESELURUHAN', '4.00', '10.00']],
    ['with a name beside its label', [null, 'Total for Sekolah Ujian', '4.00', '10.00']],
    ['of the balance', [null, 'CLOSING BALANCE', null, null, '106.00']],
    ['carried forward, as an amount', ['02/11/2026', 'BALANCE C/F', null, '106.00', '106.00']],
    ['that repeats the headings', ['d', 'x', 'out', 'in', 'bal']],
    ['of the bank’s own text', [null, 'Nota', 'tidak termasuk', 'caj bank']],
    ['of zero', ['02/11/2026', 'CAJ DIKECUALIKAN', '0.00', '0.00', '106.00']],
    ['without an amount', ['02/11/2026', 'NOTIS', null, null, '106.00']],
    ['of a footer', [null, '*** TAMAT ***', null, null, null]],
  ] as [string, Cell[]][])('leaves out a row %s, and names it with its words and the reason', (what, row) => {
    const found = read(movement, out, row)
    expect(found.lines.map(({ amount_sen }) => amount_sen)).toEqual([1_000, 400])
    expect(found).toMatchObject({ opening_sen: 10_000, closing_sen: 10_600, broken_row: null })
    const text = row.filter((cell) => cell !== null).join(' · ')
    expect(found.skipped).toEqual([{ row: 4, text, reason: reasonOf[what] ?? 'sum' }])
    expect(found.lines[1]!.description).toBe('CEK')
  })

  test.each([
    ['with the word in its own', ['02/11/2026', 'TOTAL TUISYEN UJIAN', null, '5.00', '111.00']],
    ['of which the whole is the word', ['02/11/2026', 'JUMLAH', null, '5.00', '111.00']],
    ['about a balance', ['02/11/2026', 'BAKI AKHIR', null, '5.00', '111.00']],
  ] as [string, Cell[]][])('takes a movement %s', (_, row) => {
    expect(read(movement, out, row)).toMatchObject({ skipped: [], broken_row: null })
    expect(read(movement, out, row).lines).toHaveLength(3)
  })

  test('refuses a row with the word and an amount that is no sum, since it may be a movement', () => {
    expect(() => read(movement, [null, 'TOTAL TUISYEN UJIAN', null, '5.00'])).toThrow('date:3')
  })

  test('joins the words of the rows below a movement to it', () => {
    const { lines, skipped } = sheetLines(
      sheet(
        ['d', 'x', 'who', 'ref', 'in'],
        ['01/11/2026', 'I-FUNDS', 'UJIAN A', 'R1', '10.00'],
        [null, 'YURAN NOV', 'BINTI CONTOH'],
        [null, 'TAHUN 2', null, 'R2'],
        ['02/11/2026', 'I-FUNDS', null, null, '5.00'],
        [null, 'UJIAN B'],
        [null, '*** END OF STATEMENT ***'],
      ),
      0,
      ['date', 'description', 'payer', 'reference', 'credit'],
    )
    expect(lines).toMatchObject([
      { description: 'I-FUNDS YURAN NOV TAHUN 2', payer_name: 'UJIAN A BINTI CONTOH', reference: 'R1 R2' },
      { description: 'I-FUNDS UJIAN B', payer_name: null },
    ])
    expect(skipped).toEqual([{ row: 7, text: '*** END OF STATEMENT ***', reason: 'text' }])
  })

  test('joins the rows of a movement whose amount is on the last', () => {
    const found = read(
      movement,
      ['02/11/2026', 'I-FUNDS'],
      [null, 'UJIAN B'],
      [null, 'YURAN', null, '5.00', '115.00'],
    )
    expect(found.lines[1]).toMatchObject({
      ...{ number: 3, booked_on: '2026-11-02', description: 'I-FUNDS UJIAN B YURAN', amount_sen: 500 },
    })
    expect(found).toMatchObject({ skipped: [], broken_row: null })
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
