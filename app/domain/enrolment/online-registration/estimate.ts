import type { Frequency } from '#app/domain/catalogue/subject-fees/period.ts'

/** A fee of a class; `sen` is what it comes to each time. */
export interface OfferedFee {
  name: string
  sen: number
  frequency: Frequency
  apply_to: 'all' | 'new' | 'foreign'
}

/** In sen. `later` are fees of longer periods, by how often they come; `first` is once and the first of each. */
export interface Price {
  once: number
  monthly: number
  later: readonly { frequency: Exclude<Frequency, 'one_off' | 'monthly'>; sen: number }[]
  first: number
}

const longer = ['quarterly', 'half_yearly', 'yearly'] as const

/** What fees come to for a child; some are for children from abroad alone. */
export function priceOf(fees: readonly OfferedFee[], nationality = 'MY'): Price {
  const due = fees.filter(({ apply_to }) => apply_to !== 'foreign' || nationality !== 'MY')
  const sum = (wanted: Frequency) =>
    due.reduce((total, { frequency, sen }) => (frequency === wanted ? total + sen : total), 0)
  const later = longer.map((frequency) => ({ frequency, sen: sum(frequency) })).filter(({ sen }) => sen > 0)
  const [once, monthly] = [sum('one_off'), sum('monthly')]
  return { once, monthly, later, first: once + monthly + later.reduce((total, { sen }) => total + sen, 0) }
}

/** What several prices come to together. */
export function sumOf(prices: readonly Price[]): Price {
  const total = (of: (price: Price) => number) => prices.reduce((sum, price) => sum + of(price), 0)
  const later = longer
    .map((frequency) => ({
      frequency,
      sen: total((price) => price.later.find((one) => one.frequency === frequency)?.sen ?? 0),
    }))
    .filter(({ sen }) => sen > 0)
  return {
    once: total(({ once }) => once),
    monthly: total(({ monthly }) => monthly),
    later,
    first: total(({ first }) => first),
  }
}
