import { addDays, addMonths, startOfMonth } from '#app/domain/dates.ts'

/**
 * The usual days of the next change of year: the old one ends on the day before the month in which years begin here, and
 * the first month after that is billed. `today` decides which: the one that comes next, or began in the last two months.
 */
export function nextYear(today: string, startMonth: number) {
  let first = `${today.slice(0, 4)}-${String(startMonth).padStart(2, '0')}-01`
  if (first < addMonths(startOfMonth(today), -1)) first = addMonths(first, 12)
  return { ends_on: addDays(first, -1), starts_on: first, bills_from: first.slice(0, 7) }
}
