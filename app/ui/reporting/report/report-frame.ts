import type { Column } from '#app/domain/core/lists/columns.ts'
import type { Comparison } from '#app/domain/reporting/reports/comparison.ts'
import type { Grouping } from '#app/domain/reporting/reports/grouping.ts'
import type { PeriodName } from '#app/domain/reporting/reports/period.ts'
import type { Search } from '#app/ui/core/table/query.ts'

/** What a report has more than a list, as its loader returns it. */
export interface ReportFrame {
  /** Periods to choose with one click, each with the search that does. */
  periods: readonly { name: PeriodName; search: Search; current: boolean }[]
  /** Labels of filters that chose what is not there any more, and were left out. */
  gone: readonly string[]
  /** For each row, the addresses of the rows that make its figures, by column. */
  links: readonly Readonly<Record<string, string>>[]
  /** The totals beside those of the period before; `running`: the period is not over. */
  comparison:
    | (Omit<Comparison, 'search'> & { now: string; before: string; search: Search; running: boolean })
    | undefined
  grouping: Grouping | undefined
  /** The addresses of the rows that make the totals, by column. */
  totalLinks: Readonly<Record<string, string>>
  /** The same of each group of `grouping`. */
  groupLinks: readonly Readonly<Record<string, string>>[]
  chart: ReportDrawing | undefined
  /** The form that saves the report with its filters; undefined for who may not. */
  save: string | undefined
  /** Those that the reader saved of this report, or a colleague shared. */
  saved: readonly { name: string; href: string }[]
}

/** A drawing of the rows of a page: what names a bar, and each column that is drawn. */
export interface ReportDrawing {
  name: Column
  values: readonly Column[]
  rows: readonly Readonly<Record<string, unknown>>[]
  /** The page has not all rows. */
  partly: boolean
}
