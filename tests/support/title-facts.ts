import type { PaidLine } from '#app/domain/core/invoicing/paid-lines.ts'
import type { TitleFacts } from '#app/domain/core/invoicing/title.ts'

/** A line that bills the fee of one month, `YYYY-MM-01` to its last day. */
export const monthlyLine = (from: string, until: string): PaidLine => ({
  ...{ description: 'Piano, Monthly fee', period_starts_on: from, period_ends_on: until, share: null },
  ...{ amount_sen: 24_500, tax_sen: 0 },
})

/** An invoice over the fees of January 2026; `about` changes what it is for. */
export const titleFactsOf = (student: string | null, about: Partial<TitleFacts> = {}): TitleFacts => ({
  ...{ student, lines: 1, monthly: 1, periodic: 1, from: '2026-01-01', until: '2026-01-31' },
  first: monthlyLine('2026-01-01', '2026-01-31'),
  ...about,
})
