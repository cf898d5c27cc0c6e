export interface Stream<T> {
  /** The next one if it has been read already. */
  ready(): T | undefined
  /** The next one, which stays the next; undefined at the end. */
  peek(): Promise<T | undefined>
  skip(): void
  next(): Promise<T | undefined>
}

/** Each step asks for what comes after the last key of the one before, and does so while that one is looked at. */
export function streamOf<T>(fetch: (after: number) => Promise<T[]>, keyOf: (item: T) => number): Stream<T> {
  let step: T[] = []
  let index = 0
  const ask = (after: number) => {
    const asked = fetch(after)
    // It may fail before anybody waits for it; who then waits is told.
    asked.catch(() => {})
    return asked
  }
  let coming: Promise<T[]> | undefined = ask(0)
  const self: Stream<T> = {
    ready: () => step[index],
    async peek() {
      if (index < step.length || !coming) return step[index]
      step = await coming
      index = 0
      const last = step.at(-1)
      coming = last === undefined ? undefined : ask(keyOf(last))
      return step[0]
    },
    skip() {
      index += 1
    },
    async next() {
      const item = await self.peek()
      index += 1
      return item
    },
  }
  return self
}
