import { formatMonth } from '#app/domain/core/dates.ts'
import type { Locale } from '#app/i18n/locales.ts'

/**
 * The bars of rows that are months, the last of which is running: named by the month, with the year below where it begins.
 * @param valuesOf in the order of the series
 */
export function monthBars<Row extends { month: string }>(
  rows: readonly Row[],
  locale: Locale,
  valuesOf: (row: Row) => (number | null)[],
) {
  return rows.map((row, index) => {
    const [short, year] = formatMonth(row.month, locale).split(' ') as [string, string]
    const begins = index === 0 || row.month.slice(5, 7) === '01'
    return {
      ...{ key: row.month, short, values: valuesOf(row), isRunning: index === rows.length - 1 },
      under: begins ? year : undefined,
    }
  })
}
