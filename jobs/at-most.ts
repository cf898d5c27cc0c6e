/** First come first served. */
export function atMost(most: number): <R>(work: () => Promise<R>) => Promise<R> {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
