import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test.each([...'=+-@＝＋－＠\t\r\n\0'])('a text that begins with %j is no formula', (first) => {
  const [, cell] = /^\uFEFF"?(.)/s.exec(csvOf([[`${first}HYPERLINK(1)`]]))!
  expect(cell).toBe("'")
})

test('any other text is as it was', () => {
  expect(csvOf([['Siti', '012-345 6789', '5 = 5']])).toBe('\uFEFFSiti,012-345 6789,5 = 5\r\n')
})
