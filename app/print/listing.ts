import type { TFunction } from 'i18next'
import type { Column } from '#app/domain/core/lists/columns.ts'
import type { GroupTable } from '#app/domain/reporting/reports/grouping.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** The input for the file of a list, in chunks, so that a long list is never in memory as a whole. */
export interface Listing {
  /** Name of the sheet, plain ASCII. */
  name: string
  columns: readonly Column[]
  chunks: AsyncIterable<object[]> | Iterable<object[]>
  /** Called after the last row: a last line about missing rows, if there are any. */
  note(): string | undefined
  /** Sub-totals: below the rows of a CSV file, and the second sheet of a workbook. */
  groups?: GroupTable | undefined
  t: TFunction
  locale: Locale
}
