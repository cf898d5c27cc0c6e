interface Bar<Row> {
  row: Row
  /** In percent of the width. */
  x: number
  /** In pixels from the top, as are those that follow; a bar below zero hangs from it. */
  y: number
  tall: number
  zero: number
}

/** The positions of the bars in a chart of this height in pixels, with zero always in it. */
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
