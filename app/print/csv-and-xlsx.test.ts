import { expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.ts'
import { unzipped } from '#tests/support/jobs/zip.ts'
import { csv, csvOf } from './csv.ts'
import type { Listing } from './listing.ts'
import { xlsx } from './xlsx.ts'

type Columns = Listing['columns']
const textColumn = { key: 'text', label: 'common.field.name' } as const

/** The file of a list with one row. */
async function fileOf(make: typeof csv | typeof xlsx, row: object, columns: Columns): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const words = { t: i18nOf('en').t, locale: 'en' }
  const listing = { name: 'list', columns, chunks: [[row]], note: () => undefined, ...words }
  for await (const piece of make(listing)) pieces.push(piece)
  return Buffer.concat(pieces)
}
const csvText = async (row: object, columns: Columns) => (await fileOf(csv, row, columns)).toString()
const sheetOf = async (text: string) => unzipped(await fileOf(xlsx, { text }, [textColumn]))
const cellIn = (sheet: string) => sheet.match(/<c r="A2".*?<t[^>]*>(.*?)<\/t>/s)![1]!

test('a cell holds as much as Excel takes, and says when that is not all', async () => {
  const longest = 'a'.repeat(32_767)
  expect(cellIn(await sheetOf(longest))).toBe(longest)
  const cut = cellIn(await sheetOf(`${longest}b`))
  expect(cut).toBe(`${'a'.repeat(32_766)}…`)
})

test('a letter of two halves is not cut in the middle', async () => {
  const cut = cellIn(await sheetOf(`${'a'.repeat(32_765)}😀bc`))
  expect(cut).toBe(`${'a'.repeat(32_765)}…`)
})

test('what XML has a meaning for is text in a sheet', async () => {
  const typed = cellIn(await sheetOf('Ali & <b>"Siti"</b> &amp;'))
  expect(typed).toBe('Ali &amp; &lt;b&gt;&quot;Siti&quot;&lt;/b&gt; &amp;amp;')
})

test('each of thirty columns has a place of its own in a sheet', async () => {
  const columns = Array.from({ length: 30 }, (_, index) => ({ ...textColumn, key: `text_${index}` }))
  const row = Object.fromEntries(columns.map(({ key }) => [key, key]))
  const sheet = await unzipped(await fileOf(xlsx, row, columns))
  const places = [...sheet.matchAll(/<c r="([A-Z]+)2"/g)].map(([, place]) => place)
  expect(places).toEqual([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'AA', 'AB', 'AC', 'AD'])
})

test.each([...'=+-@＝＋－＠\t\r\n\0'])('a text that begins with %j is no formula', (first) => {
  const [, cell] = /^\uFEFF"?(.)/s.exec(csvOf([[`${first}HYPERLINK(1)`]]))!
  expect(cell).toBe("'")
})

test('any other text is as it was', () => {
  expect(csvOf([['Siti', '012-345 6789', '5 = 5']])).toBe('\uFEFFSiti,012-345 6789,5 = 5\r\n')
})

test('in the file of a list a text is no formula, and a figure below zero stays a figure', async () => {
  const columns = [textColumn, { key: 'sen', label: 'common.field.name', kind: 'money' } as const]
  const [, line] = (await csvText({ text: '=1+1', sen: -500 }, columns)).split('\r\n')
  expect(line).toBe("'=1+1,-5.00")
})

test('a text with commas, quotation marks and line breaks is one cell', async () => {
  const file = await csvText({ text: 'Ali "Abu", Siti\nAminah' }, [textColumn])
  expect(file.endsWith('\r\n"Ali ""Abu"", Siti\nAminah"\r\n')).toBe(true)
})
