import { expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.ts'
import { unzipped } from '#tests/support/jobs/zip.ts'
import { csvOf } from './csv.ts'
import { xlsx } from './xlsx.ts'

async function sheetOf(text: string): Promise<string> {
  const pieces: Uint8Array[] = []
  const columns = [{ key: 'text', label: 'common.field.name' }]
  const listing = { name: 'list', columns, chunks: [[{ text }]], note: () => undefined, t: i18nOf('en').t }
  for await (const piece of xlsx(listing)) pieces.push(piece)
  return unzipped(Buffer.concat(pieces))
}
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
test.each([...'=+-@＝＋－＠\t\r\n\0'])('a text that begins with %j is no formula', (first) => {
  const [, cell] = /^\uFEFF"?(.)/s.exec(csvOf([[`${first}HYPERLINK(1)`]]))!
  expect(cell).toBe("'")
})

test('any other text is as it was', () => {
  expect(csvOf([['Siti', '012-345 6789', '5 = 5']])).toBe('\uFEFFSiti,012-345 6789,5 = 5\r\n')
})
