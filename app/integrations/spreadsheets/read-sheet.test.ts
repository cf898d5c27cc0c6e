import { strToU8, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import { type Cell, sheetLimits } from './cell.ts'
import { readSheet, readSheets } from './read-sheet.ts'

const workbook = async (rows: unknown[][], more: object = {}) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'Murid', rows: rows as Cell[][], ...more }] } as never))
const read = async (file: Buffer | string) => (await readSheet(Buffer.from(file as string))).rows
const faultOf = (file: Buffer | Uint8Array | string) =>
  readSheet(Buffer.from(file as Uint8Array)).then(
    () => 'none',
    (error) => error.fault ?? error,
  )

describe('a workbook', () => {
  test('is read as it is kept: days, numbers, texts, and where each row stands', async () => {
    const day = new Date(Date.UTC(2016, 4, 4))
    const file = await workbook([
      ['Nama', 'Lahir', 'Tel'],
      ['Ali', day, 60123456789],
      [null],
      ['Abu', 42000, '0123'],
    ])
    expect(await read(file)).toEqual([
      { number: 1, cells: ['Nama', 'Lahir', 'Tel'] },
      { number: 2, cells: ['Ali', { day: '2016-05-04' }, 60123456789] },
      { number: 4, cells: ['Abu', 42000, '0123'] },
    ])
  })

  test('says of a formula what it came to, and of one that never did, or of an error, that there is nothing', async () => {
    const cells = new Map([
      ['1,0', { type: 'formula', formula: '1+2', formulaResult: 3 }],
      ['1,1', { type: 'formula', formula: 'cmd|calc' }],
      ['1,2', { type: 'error', value: '#REF!' }],
      ['1,3', { value: '=1+1' }],
    ])
    const file = await workbook(
      [
        ['a', 'b', 'c', 'd'],
        [3, null, null, '=1+1'],
      ],
      { cells },
    )
    expect((await read(file))[1]!.cells).toEqual([3, { error: '=' }, { error: '#REF!' }, '=1+1'])
  })
})

test('all sheets of a workbook are read, with what is hidden in them', async () => {
  const file = Buffer.from(
    await writeXlsx({
      sheets: [
        {
          ...{
            name: 'Tahun 1',
            rows: [
              ['Nama', 'Tel', 'Nota'],
              ['Ali', '012', 'x'],
              ['Abu', '013', null],
            ],
          },
          rowDefs: new Map([[2, { hidden: true }]]),
          columns: [{}, {}, { hidden: true }, { hidden: true }],
        },
        { name: 'Senarai', rows: [['a']], hidden: true },
        { name: 'Tahun 2', rows: [['Nama'], ['Siti']] },
      ],
    } as never),
  )
  expect((await readSheets(file)).sheets).toMatchObject([
    { name: 'Tahun 1', hidden: false, hidden_rows: [3], hidden_columns: [2], fault: null },
    { name: 'Senarai', hidden: true, rows: [] },
    { name: 'Tahun 2', hidden: false, rows: [{ cells: ['Nama'] }, { cells: ['Siti'] }] },
  ])
  expect((await readSheet(file)).rows).toHaveLength(3)
})

describe('a CSV', () => {
  test('whose rows stand so far apart that its end is not looked at is refused, not taken in part', async () => {
    const apart = (rows: number) => `nama,tel\n${'\nAli,012\n'.repeat(rows)}`
    expect(await faultOf(apart(3_000))).toBe('too_many_rows')
    expect(await read(apart(2_000))).toHaveLength(2_001)
  })

  test.each([
    ['commas', 'nama,tel\n"Ali, Abu",012\n'],
    ['semicolons', 'nama;tel\r\n"Ali, Abu";012\r\n'],
    ['tabs', 'nama\ttel\nAli, Abu\t012'],
    ['a mark in front', '\uFEFFnama,tel\n"Ali, Abu",012\n'],
  ])('with %s', async (_, text) => {
    expect(await read(text)).toEqual([
      { number: 1, cells: ['nama', 'tel'] },
      { number: 2, cells: ['Ali, Abu', '012'] },
    ])
  })

  test('in the letters that Excel writes here', async () => {
    expect((await read(Buffer.from('nama\nJos\u00e9 \u00d6z', 'latin1')))[1]!.cells).toEqual(['José Öz'])
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('nama\nJosé', 'utf16le')])
    expect((await read(wide))[1]!.cells).toEqual(['José'])
  })

  const rowsOf = async (text: string) => (await read(text)).map(({ cells }) => cells)

  test.each([
    ['inside a field', 'a,b\nUjian "Ina" Binti Contoh,5\n', 'Ujian "Ina" Binti Contoh'],
    ['at the beginning of a field', 'a,b\n"Ina" Binti Contoh,5\n', '"Ina" Binti Contoh'],
    ['around a field with a separator, behind a space', 'a,b\n"x" y, "5, 6"\n"Ujian, Ina",5\n', '"x" y'],
    ['as inches', 'a,b\nPaip 5",5\n', 'Paip 5"'],
    ['that are doubled', 'a,b\n"Ujian ""Ina"" Binti",5\n', 'Ujian "Ina" Binti'],
    ['around a number that is a text', 'a,b\n="0123456",5\n', '0123456'],
    ['around a quoted number that is a text', 'a,b\n"=""0123456""",5\n', '0123456'],
    ['around a number with a separator', 'a,b\n="1,234.50",5\n', '1,234.50'],
  ])('with quotes %s', async (_, text, cell) => {
    const rows = await rowsOf(text)
    expect(rows[1]).toEqual([cell, expect.any(String)])
  })

  test('with quotes inside fields never lets one that is open swallow rows', async () => {
    const text = 'a,b,c\n1,"UJIAN A,150.00\n2,UJIAN B,10.00\n3,"UJIAN C",5.00\n'
    expect(await faultOf(text)).toBe('quotes')
    expect(await rowsOf('a,b\n"Jalan 1,\nKajang",5\n')).toEqual([
      ['a', 'b'],
      ['Jalan 1,\nKajang', '5'],
    ])
  })

  test('with every kind of line end in one file', async () => {
    const rows = await rowsOf('a,b\r\n1,2\n3,4\r5,6\r\r\n7,8')
    expect(rows).toEqual(['ab', '12', '34', '56', '78'].map((row) => row.split('')))
  })

  test('whose first line names the separator', async () => {
    expect(await read('sep=|\r\na|b\r\n1|2')).toEqual([
      { number: 2, cells: ['a', 'b'] },
      { number: 3, cells: ['1', '2'] },
    ])
  })

  test('below an address with commas is divided by what divides its table', async () => {
    const rows = await rowsOf('Sekolah Ujian, Jalan 1, 43000 Kajang\na;b;c\n1,50;2;3\n4;5;6\n')
    expect(rows.slice(1)).toEqual([
      ['a', 'b', 'c'],
      ['1,50', '2', '3'],
      ['4', '5', '6'],
    ])
  })

  test('with separators behind its last column', async () => {
    expect(await rowsOf(`a,b${','.repeat(90)}\n1,2${','.repeat(90)}\n`)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  test('with empty lines keeps the places of its rows', async () => {
    expect((await read('a\n\n\nb\n')).map(({ number }) => number)).toEqual([1, 4])
  })
})

const zip = (parts: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  )
const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${'bcdefgh'
  .split('')
  .map((one, index) => `<!ENTITY ${one} "${`&${'abcdefg'[index]};`.repeat(10)}">`)
  .join('')}]><worksheet>&h;</worksheet>`
const ole = (name: string) =>
  Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600), Buffer.from(name, 'utf16le')])

const hostile: [string, string, () => Uint8Array | string | Promise<Buffer>][] = [
  ['a picture with another name', 'not_a_sheet', () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1')],
  ['a PDF', 'not_a_sheet', () => '%PDF-1.7\n'],
  ['a page', 'not_a_sheet', () => '<!doctype html><table><tr><td>a'],
  ['an archive that is no workbook', 'not_a_sheet', () => zip({ 'readme.txt': 'x' })],
  [
    'an archive in the archive',
    'not_a_sheet',
    () => zip({ 'xl/workbook.xml': '<x/>', 'xl/more.zip': zip({ a: 'x' }) }),
  ],
  ['macros', 'macros', () => zip({ 'xl/workbook.xml': '<x/>', 'xl/vbaProject.bin': 'x' })],
  ['a password', 'encrypted', () => ole('EncryptedPackage')],
  ['an old workbook', 'old_excel', () => ole('Workbook')],
  [
    'entities that grow',
    'not_a_sheet',
    () => zip({ 'xl/workbook.xml': '<x/>', 'xl/worksheets/sheet1.xml': laughs }),
  ],
  [
    'an entity from outside',
    'not_a_sheet',
    () => zip({ 'xl/workbook.xml': '<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>' }),
  ],
  [
    'more than it may hold',
    'too_large',
    () => zip({ 'xl/workbook.xml': '<x/>', 'xl/a.xml': new Uint8Array(60_000_000) }),
  ],
  [
    'a hundred times its size',
    'too_large',
    () => zip({ 'xl/workbook.xml': '<x/>', 'xl/a.xml': new Uint8Array(20_000_000) }),
  ],
  ['more rows than 5,000', 'too_many_rows', () => 'nama\n'.repeat(5_002)],
  ['a hundred thousand columns', 'too_many_columns', () => `${'a,'.repeat(100_000)}a\n1`],
  ['a cell far away', 'too_many_columns', () => workbook([['a'], [...Array(16_000).fill(null), 'x']])],
  ['nothing', 'empty', () => ''],
  ['only empty lines', 'empty', () => ',,,\n,,\n'],
  ['headings alone', 'no_rows', () => 'nama,tel\n'],
  ['a quote that nobody closes', 'quotes', () => 'nama,tel\n"Ali,012\nAbu,013\n'],
  [
    'half a workbook',
    'unreadable',
    async () => (await workbook(Array(500).fill(['x', 'y']))).subarray(0, 900),
  ],
  ['letters of another alphabet', 'encoding', () => Buffer.from('nama\n\xb3\xc2\xb4\xf3\n', 'latin1')],
  ['control characters', 'not_a_sheet', () => 'nama\n\x01\x02\x03'],
]

describe('as much as there may be is read, and no more', () => {
  const commas = (rows: unknown[][]) => rows.map((row) => row.join(',')).join('\n')
  test.each([
    ['a CSV', (rows: unknown[][]) => Buffer.from(commas(rows))],
    ['a workbook', (rows: unknown[][]) => workbook(rows)],
  ])('%s', async (_, make) => {
    const rows = (count: number, columns = 1) => Array.from({ length: count }, () => Array(columns).fill('x'))
    const widest = await make(rows(2, sheetLimits.columns))
    expect((await readSheet(widest)).rows[1]!.cells).toHaveLength(sheetLimits.columns)
    expect(await faultOf(await make(rows(2, sheetLimits.columns + 1)))).toBe('too_many_columns')
    expect((await readSheet(await make(rows(4)), { mostRows: 3 })).rows).toHaveLength(4)
    await expect(readSheet(await make(rows(5)), { mostRows: 3 })).rejects.toMatchObject({
      fault: 'too_many_rows',
    })
  })

  test('a file of the largest size', async () => {
    const filled = (bytes: number) => 'a,b\n1,2\n'.padEnd(bytes, '\n')
    expect(await faultOf(filled(sheetLimits.bytes + 1))).toBe('too_large')
    expect(await faultOf(filled(sheetLimits.bytes))).toBe('too_many_rows')
  })
})

describe('what is no honest file is refused, quickly and by name', () => {
  test.each(hostile)('%s', async (_, fault, make) => {
    const file = await make()
    const watch = stopwatch()
    expect(await faultOf(file as Uint8Array)).toBe(fault)
    watch.within(10_000)
  })

  test('a file that lies about its size meets the walls of the process', async () => {
    const file = Buffer.from(zip({ 'xl/workbook.xml': '<x/>', 'xl/a.xml': new Uint8Array(30_000_000) }))
    // In the local heading and in the list at its end: as if it were a thousand bytes.
    const honest = Buffer.alloc(4)
    honest.writeUInt32LE(30_000_000)
    for (let at = file.indexOf(honest); at >= 0; at = file.indexOf(honest, at + 4))
      file.writeUInt32LE(1_000, at)
    expect(await faultOf(file)).not.toBe('none')
  })
})
