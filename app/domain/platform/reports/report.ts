import { columnsOf } from '#app/domain/core/lists/columns.ts'

/** What came in within a month or on a day, less what went out; money in sen. */
export interface ReportSum {
  /** `YYYY-MM` or `YYYY-MM-DD` */
  period: string
  lines: number
  sen: number
}

const sums = [
  { key: 'lines', label: 'collection.lines', kind: 'count', room: 'table', total: true },
  { key: 'sen', label: 'collection.gross', kind: 'money', room: 'much', total: true },
] as const

export const monthSumColumns = columnsOf<ReportSum>()(
  { key: 'period', label: 'admin.report.month', kind: 'month', room: 'who' },
  ...sums,
)
export const daySumColumns = columnsOf<ReportSum>()(
  { key: 'period', label: 'collection.collected_on', kind: 'date', room: 'who' },
  ...sums,
)
