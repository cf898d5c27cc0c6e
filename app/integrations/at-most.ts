/** More are waiting than there may be; nothing was begun. */
export class LineFull extends Error {
  override name = 'LineFull'
}

/** First come first served. Refuses (LineFull) who would be one more than `waiting` in the line. */
export function atMost(
  most: number,
  { waiting = Number.POSITIVE_INFINITY }: { waiting?: number } = {},
): <R>(work: () => Promise<R>) => Promise<R> {
  const line: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < most) running += 1
    else if (line.length >= waiting) throw new LineFull(`${running} are at work and ${line.length} wait`)
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
