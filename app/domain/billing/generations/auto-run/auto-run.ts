import { addMonths, endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'

interface DaySetting {
  /** Of a month; 29 to 31 is its last day where it has no such day. */
  day: number
  for: 'next_month' | 'same_month'
}

/**
 * The last day on which a run by itself was due, and the first day of the month that it bills. Looks back: a night that
 * nobody was there, or that the clock has jumped over, is found on the next one.
 */
export function lastDue({ day, for: which }: DaySetting, today: string): { on: string; month: string } {
  const [now, before] = [startOfMonth(today), addMonths(startOfMonth(today), -1)]
  const dayIn = (first: string) => {
    const last = endOfMonth(first)
    return day >= Number(last.slice(8)) ? last : `${first.slice(0, 8)}${String(day).padStart(2, '0')}`
  }
  const first = dayIn(now) <= today ? now : before
  return { on: dayIn(first), month: which === 'next_month' ? addMonths(first, 1) : first }
}
