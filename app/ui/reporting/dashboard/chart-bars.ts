interface Bar<Row> {
  row: Row
  /** In percent of the width. */
  x: number
  /** In pixels from the top, as are those that follow; a bar below zero hangs from it. */
  y: number
  tall: number
  zero: number
}

/** Where the bars of a chart stand that is so many pixels high, its zero included. */
export function barsOf<Row extends { sen: number }>(rows: readonly Row[], height: number): Bar<Row>[] {
  const top = Math.max(0, ...rows.map(({ sen }) => sen))
  const bottom = Math.min(0, ...rows.map(({ sen }) => sen))
  const pixels = (sen: number) => Math.round((sen / (top - bottom || 1)) * (height - 2))
  const zero = pixels(top) + 1
  return rows.map((row, index) => {
    const tall = Math.abs(pixels(row.sen))
    return { row, x: (index * 100) / rows.length, y: row.sen > 0 ? zero - tall : zero, tall, zero }
  })
}
