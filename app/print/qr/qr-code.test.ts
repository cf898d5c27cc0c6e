import fc from 'fast-check'
import { create } from 'qrcode'
import { expect, test } from 'vitest'
import { outlineOf } from './outline.ts'
import { qrCode } from './qr-code.ts'
import { filled } from './test-support.ts'

test('the path has every dark module of the code, and four white ones around', () => {
  const text = 'https://demo.lunas.my/invoice/status/abcdefghijkmnpqrstuvwxyz23'
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size, path } = qrCode(text)
  expect(size).toBe(modules.size + 8)
  const expected = new Set<string>()
  for (let y = 0; y < modules.size; y++)
    for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) expected.add(`${x + 4} ${y + 4}`)
  expect(filled(path, size)).toEqual(expected)
})

test('an address is the code that the shortest mixture of ways to write it gives', () => {
  const letters = fc.constantFrom(...'abcxyzABCXYZ0123456789-_./?=&:% ')
  const run = fc.oneof(
    fc.string({ unit: letters, maxLength: 40 }),
    fc.stringMatching(/^[0-9]{0,12}$/),
    fc.stringMatching(/^[0-9A-Z./:-]{0,20}$/),
  )
  const text = fc.array(run, { minLength: 1, maxLength: 6 }).map((runs) => runs.join(''))
  fc.assert(
    fc.property(
      text.filter((one) => one !== ''),
      (one) => {
        const { modules } = create(one, { errorCorrectionLevel: 'M' })
        expect(qrCode(one)).toEqual({ size: modules.size + 8, path: outlineOf(modules, 4) })
      },
    ),
    { numRuns: 300 },
  )
})

test.each([
  ['nothing', '000 000 000'],
  ['one', '000 010 000'],
  ['all', '111 111 111'],
  ['a ring', '111 101 111'],
  ['two that meet by their corners', '100 010 000'],
  ['a chequered square', '101 010 101'],
  ['the edges', '101 000 101'],
])('an outline holds what is dark: %s', (_, drawn) => {
  const rows = drawn.split(' ')
  const data = Uint8Array.from(rows.join(''), Number)
  const expected = rows.flatMap((row, y) =>
    [...row].flatMap((cell, x) => (cell === '1' ? [`${x + 2} ${y + 2}`] : [])),
  )
  expect([...filled(outlineOf({ size: 3, data }, 2), 7)].sort()).toEqual(expected.sort())
})
