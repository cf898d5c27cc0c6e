import { addMonths, endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'

export const frequencies = ['one_off', 'monthly', 'quarterly', 'half_yearly', 'yearly', 'session'] as const
export type Frequency = (typeof frequencies)[number]

const months: Record<Exclude<Frequency, 'one_off'>, number> = {
  monthly: 1,
  quarterly: 3,
  half_yearly: 6,
  yearly: 12,
  session: 1,
}

export interface Period {
  starts_on: string
  ends_on: string
}

/**
 * The period in which a day lies; undefined for a fee that is billed once. Quarters, halves and years begin with the
 * academic year, in `startMonth` (1 to 12). Of a fee by session it is the month before, whose sessions are charged.
 */
export function periodOf(frequency: Frequency, on: string, startMonth: number): Period | undefined {
  if (frequency === 'one_off') return undefined
  const length = months[frequency]
  const sinceStart = (Number(on.slice(5, 7)) - startMonth + 12) % length
  const starts_on = addMonths(startOfMonth(on), frequency === 'session' ? -1 : -sinceStart)
  return { starts_on, ends_on: endOfMonth(addMonths(starts_on, length - 1)) }
}
