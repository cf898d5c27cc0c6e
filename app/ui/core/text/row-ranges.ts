/** Ascending numbers, each run named by its ends as in `4, 7–9`. */
export function rowRanges(numbers: readonly number[], named: (number: number) => string = String): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? named(from) : `${named(from)}–${named(to)}`)).join(', ')
}
