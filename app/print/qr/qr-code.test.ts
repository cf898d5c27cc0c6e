import { create } from 'qrcode'
import { expect, test } from 'vitest'
import { qrCode } from './qr-code.server.ts'

test('the path has every dark module of the code, and four white ones around', () => {
  const text = 'https://demo.lunas.my/invoice/status/abcdefghijkmnpqrstuvwxyz23'
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size, path } = qrCode(text)
  expect(size).toBe(modules.size + 8)
  const dark = new Set(
    [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].flatMap(([, x, y, width]) =>
      Array.from({ length: Number(width) }, (_, step) => `${Number(x) + step - 4} ${Number(y) - 4}`),
    ),
  )
  const expected = new Set<string>()
  for (let y = 0; y < modules.size; y++)
    for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) expected.add(`${x} ${y}`)
  expect(dark).toEqual(expected)
})
