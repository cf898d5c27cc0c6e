import decodeQr from 'qr/decode.js'
import { expect } from 'vitest'

/** Modules that a path fills by the rule `evenodd`, as `x y`: each line down turns over all that is right of it. */
export function filled(path: string, size: number): Set<string> {
  const dark = new Set<string>()
  const turn = (x: number, from: number, to: number) => {
    for (let y = Math.min(from, to); y < Math.max(from, to); y++)
      for (let right = x; right < size; right++) if (!dark.delete(`${right} ${y}`)) dark.add(`${right} ${y}`)
  }
  expect(path).toMatch(/^(M\d+ \d+(h-?\d+v-?\d+)*h-?\d+z)*$/)
  for (const [, left, top, steps] of path.matchAll(/M(\d+) (\d+)([^z]*)z/g)) {
    let [x, y] = [Number(left), Number(top)]
    for (const [, step, by] of steps!.matchAll(/([hv])(-?\d+)/g)) {
      if (step === 'h') x += Number(by)
      else {
        turn(x, y, y + Number(by))
        y += Number(by)
      }
    }
    expect(x, 'each line comes back to the column where it began').toBe(Number(left))
    turn(x, y, Number(top))
  }
  return dark
}

/** What a phone reads of a code as a page draws it: its side with the margin, and its path. */
export function readCode(size: number, path: string): string {
  const dark = filled(path, size)
  const scale = 6
  const side = size * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (dark.has(`${Math.floor(x / scale)} ${Math.floor(y / scale)}`))
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  return decodeQr({ width: side, height: side, data })
}
