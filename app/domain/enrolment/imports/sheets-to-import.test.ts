import { expect, test } from 'vitest'
import type { Cell, SheetContents } from '#app/integrations/spreadsheets/cell.ts'
import { kindOf } from './kinds.ts'
import { sheetsToImport } from './sheets-to-import.ts'
import { guess, headingRow } from './stage.ts'

const guessed = (headings: readonly string[]) => guess(kindOf('students').fields, () => [], headings)
const headings = ['Nama Murid', 'No KP', 'Tarikh Lahir', 'Jantina', 'Nama Bapa', 'No Tel Bapa']
const child = ['Contoh Ujian', '140506104399', '06/05/2014', 'P', 'Ujian Satu', '012-345 0001']

const rowsOf = (...rows: Cell[][]) => rows.map((cells, index) => ({ number: index + 1, cells }))
const sheet = (name: string, rows: Cell[][], more: Partial<SheetContents> = {}): SheetContents => ({
  ...{ name, hidden: false, rows: rowsOf(...rows), hidden_rows: [], hidden_columns: [], fault: null },
  ...more,
})

test.each<[string, number, Cell[][]]>([
  ['first', 0, [headings, child]],
  ['below a title', 2, [['SENARAI NAMA MURID TAHUN 2026'], ['Sekolah Contoh', 'Kajang'], headings, child]],
  ['below a line for Excel', 1, [['sep=;'], headings, child]],
  ['unknown, below a title', 1, [['Senarai'], ['Satu', 'Dua', 'Tiga'], ['a', 'b', 'c']]],
  ['a single one', 0, [['Nama'], ['Contoh']]],
])('headings are found: %s', (_, index, rows) => {
  expect(headingRow(rowsOf(...rows), guessed)).toBe(index)
})

test('each sheet with known headings is taken, and what is left out is named', () => {
  const sheets = [
    sheet('Muka depan', [['Sekolah Contoh'], ['Tahun', '2026']]),
    sheet('Tahun 1', [headings, child]),
    sheet('Tahun 2', [['TAHUN 2'], headings, child, child]),
    sheet('Kosong', []),
    sheet('Senarai pilihan', [], { hidden: true }),
    sheet('Arkib', [], { fault: 'too_many_rows' }),
  ]
  const { taken, left_out } = sheetsToImport(sheets, guessed)
  expect(taken.map(({ name }) => name)).toEqual(['Tahun 1', 'Tahun 2'])
  expect(left_out).toEqual([
    { sheet: 'Muka depan', reason: 'headings' },
    { sheet: 'Senarai pilihan', reason: 'hidden' },
    { sheet: 'Arkib', reason: 'too_many' },
  ])
})

test('a workbook whose headings are unknown is taken by its first sheet, for a person to say what they are', () => {
  const sheets = [
    sheet('A', [
      ['x', 'y'],
      ['1', '2'],
    ]),
    sheet('B', [
      ['x', 'y'],
      ['1', '2'],
    ]),
  ]
  const { taken, left_out } = sheetsToImport(sheets, guessed)
  expect(taken.map(({ name }) => name)).toEqual(['A'])
  expect(left_out).toEqual([{ sheet: 'B', reason: 'headings' }])
})

test.each<[string, SheetContents[]]>([
  ['empty', [sheet('A', []), sheet('B', [headings], { hidden: true, rows: [] })]],
  ['no_rows', [sheet('A', [headings])]],
  ['too_many_rows', [sheet('A', [], { fault: 'too_many_rows' })]],
])('a workbook that is %s is refused', (fault, sheets) => {
  expect(() => sheetsToImport(sheets, guessed)).toThrow(expect.objectContaining({ fault }))
})
