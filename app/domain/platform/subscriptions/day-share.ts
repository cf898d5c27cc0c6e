import { addMonths, daysBetween } from '#app/domain/core/dates.ts'

/**
 * What a dearer package costs for the rest of a subscription: the difference of the yearly fees for each whole year that is
 * still to come, and of the year that has begun the share of its days after today. Years are counted back from the last day,
 * so each has its own 365 or 366 days; rounded half up to the sen, once. On the first day of a year it is the whole
 * difference, on the last day nothing.
 */
export function dayShare(difference_sen: number, today: string, expires_on: string): number {
  if (expires_on <= today || difference_sen <= 0) return 0
  let whole = 0
  while (addMonths(expires_on, -12 * (whole + 1)) >= today) whole += 1
  const ends = addMonths(expires_on, -12 * whole)
  const length = daysBetween(addMonths(expires_on, -12 * (whole + 1)), ends)
  const part = 2 * difference_sen * daysBetween(today, ends)
  return difference_sen * whole + Math.floor((part + length) / (2 * length))
}
