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
    // Two years side by side would run into each other.
    const isJanuary = row.month.slice(5, 7) === '01'
    const isFirst = index === 0 && !rows.slice(1, 3).some(({ month }) => month.slice(5, 7) === '01')
    return {
      ...{ key: row.month, short, values: valuesOf(row), isRunning: index === rows.length - 1 },
      under: isJanuary || isFirst ? year : undefined,
    }
  })
}
