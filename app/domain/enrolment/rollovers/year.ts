import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'

/**
 * The usual days of the next change of year: the old one ends on the day before the month in which years begin here, and
 * that month is billed, or this one where it is over. `today` decides which year: the one that comes, or that began in the
 * last two months.
 */
export function nextYear(today: string, startMonth: number) {
  let first = `${today.slice(0, 4)}-${String(startMonth).padStart(2, '0')}-01`
  if (first < addMonths(startOfMonth(today), -1)) first = addMonths(first, 12)
  const billed = first > today ? first : startOfMonth(today)
  return { ends_on: addDays(first, -1), starts_on: first, bills_from: billed.slice(0, 7) }
}
