import { addDays, daysBetween, endOfMonth } from '#app/domain/dates.ts'
import type { Period } from './period.ts'

export type Proration = 'none' | 'by_day' | 'by_session'

/** What of a class decides how many lessons of it are left. */
export interface Lessons {
  /** Of the week, 1 is Monday; empty: no times are written down. */
  weekdays: readonly number[]
  per_month: number
}

/**
 * What somebody who joins within a period pays of its price, in sen, rounded half up: by the days that are left of it,
 * or by its lessons, of which a month counts as many as are agreed and no more. Before the period and without proration
 * it is the whole. Without times of the week lessons are counted by days.
 */
export function proratedPrice(
  price_sen: number,
  proration: Proration,
  period: Period | undefined,
  joined_on: string,
  lessons: Lessons,
): number {
  if (!period || proration === 'none' || joined_on <= period.starts_on) return price_sen
  if (joined_on > period.ends_on) return 0
  const { starts_on, ends_on } = period
  const bySession = proration === 'by_session' && lessons.weekdays.length > 0
  const counted = (from: string) =>
    bySession ? lessonsFrom(from, ends_on, lessons) : daysBetween(from, ends_on) + 1
  const [left, all] = [counted(joined_on), counted(starts_on)]
  return all === 0 ? price_sen : Math.floor((price_sen * left * 2 + all) / (all * 2))
}

/** Month by month, since a month counts no more lessons than are agreed. */
function lessonsFrom(from: string, until: string, { weekdays, per_month }: Lessons): number {
  let count = 0
  for (let day = from; day <= until; ) {
    const end = endOfMonth(day) < until ? endOfMonth(day) : until
    let held = 0
    for (; day <= end; day = addDays(day, 1)) if (weekdays.includes(weekdayOf(day))) held += 1
    count += Math.min(held, per_month)
  }
  return count
}

/** 1 is Monday; the first of January 2024 was one. */
const weekdayOf = (on: string) => ((((daysBetween('2024-01-01', on) % 7) + 7) % 7) + 1) as number
