/** A square of modules, row by row; what is not 0 is dark. */
export interface Modules {
  size: number
  data: Uint8Array
}

/**
 * The dark modules as a path for the rule `evenodd`, `margin` modules from the edge: lines along their edges that turn at a
 * corner alone, where an odd number of the four modules around is dark, and run straight through where two meet by their
 * corners. A third of the text of a rectangle for each run of modules, and half of the points, of which a printer makes most of
 * a paper's bytes; between two rectangles there could be a hair of white, too.
 */
export function outlineOf({ size, data }: Modules, margin: number): string {
  const across = size + 1
  const { beside, below } = cornersOf({ size, data })
  const column = (corner: number) => corner % across
  const row = (corner: number) => Math.floor(corner / across)
  const lines: string[] = []
  for (let first = 0; first < across * across; first++) {
    if (beside[first] === none) continue
    lines.push(`M${column(first) + margin} ${row(first) + margin}`)
    for (let at = first; ; ) {
      const next = beside[at]!
      beside[at] = beside[next] = none
      lines.push(`h${next - at}`)
      at = below[next]!
      if (at === first) break
      lines.push(`v${row(at) - row(next)}`)
    }
    lines.push('z')
  }
  return lines.join('')
}

const none = -1

/** Of each corner the one with which it shares a line along its row, and one along its column: they come in pairs. */
function cornersOf({ size, data }: Modules) {
  const across = size + 1
  const beside = new Int32Array(across * across).fill(none)
  const below = new Int32Array(across * across).fill(none)
  const dark = (x: number, y: number) => (x >= 0 && y >= 0 && x < size && y < size ? data[y * size + x]! : 0)
  const openBelow = new Int32Array(across).fill(none)
  for (let y = 0; y <= size; y++) {
    let open = none
    for (let x = 0; x <= size; x++) {
      if ((dark(x - 1, y - 1) ^ dark(x, y - 1) ^ dark(x - 1, y) ^ dark(x, y)) === 0) continue
      const at = y * across + x
      open = paired(beside, open, at)
      openBelow[x] = paired(below, openBelow[x]!, at)
    }
  }
  return { beside, below }
}

/** Which corner waits for another one afterwards. */
function paired(pairs: Int32Array, open: number, at: number): number {
  if (open === none) return at
  pairs[open] = at
  pairs[at] = open
  return none
}
