/** Measures one side of a comparison once; gives what one unit of work costs, in the same unit as the other sides. */
export type Side = () => Promise<number>

export interface RoundsOptions {
  /** Rounds at most; fewer when the time is up, but never under three. */
  rounds?: number
  /** How often each side has its turn within a round, whose cost is their mean: for work that the machine's whims outweigh. */
  turns?: number
  /** Milliseconds after which no further round begins. */
  budgetMs?: number
}

const fewest = 3

/**
 * Measures all sides in turns, so that what else happens on the machine meets each of them; every turn begins with
 * another side. Gives the costs of each side by round.
 */
export async function inTurns<Name extends string>(
  sides: Record<Name, Side>,
  { rounds = 5, turns = 1, budgetMs = 40_000 }: RoundsOptions = {},
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[]
  const costs = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  const begun = performance.now()
  for (let round = 0; round < rounds; round++) {
    if (round >= fewest && performance.now() - begun > budgetMs) break
    const sums = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
    for (let turn = 0; turn < turns; turn++) {
      const first = (round * turns + turn) % names.length
      for (const name of [...names.slice(first), ...names.slice(0, first)]) sums[name] += await sides[name]()
    }
    for (const name of names) costs[name].push(sums[name] / turns)
  }
  return costs
}

/** One side divided by another, round by round. */
export function ratios(costs: readonly number[], baseline: readonly number[]): number[] {
  return costs.map((cost, round) => cost / baseline[round]!)
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** How far apart the rounds are: from the smallest to the largest, as a share of the median. */
export function spread(numbers: readonly number[]): number {
  return (Math.max(...numbers) - Math.min(...numbers)) / median(numbers)
}

/** The value below which this share of the numbers lies, such as 0.95. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

/**
 * The median round of one side divided by that of another, each round left out once (the jackknife): for costs such as
 * the slowest of a hundred answers, where one hiccup of the machine makes a round worthless, and two that happen to be
 * neighbours say nothing about each other.
 */
export function medianRatios(costs: readonly number[], baseline: readonly number[]): number[] {
  const without = (rounds: readonly number[], out: number) =>
    median(rounds.filter((_, index) => index !== out))
  return costs.map((_, round) => without(costs, round) / without(baseline, round))
}
