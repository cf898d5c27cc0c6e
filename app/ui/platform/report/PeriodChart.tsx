import { useTranslation } from 'react-i18next'
import { formatDate, formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  daySumColumns,
  monthSumColumns,
  type ReportSum,
} from '#app/domain/platform/reports/collection-report.ts'
import { BarChart } from '#app/ui/core/chart/BarChart.tsx'
import { monthBars } from '#app/ui/core/chart/months.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface PeriodChartProps {
  /** Of this chart on its page. */
  id: string
  title: string
  rows: readonly ReportSum[]
  /** Link of a row of the table. */
  open?: (row: ReportSum) => string
  /** The last row is a day or a month that is not over. */
  isRunning?: boolean
}

/** Collections by month or day: the total is in a sentence above, and all figures in a table below. */
export function PeriodChart({ id, title, rows, open, isRunning = false }: PeriodChartProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const best = rows.reduce<ReportSum | undefined>(
    (most, row) => (most && most.sen >= row.sen ? most : row),
    undefined,
  )
  if (!best) return null
  const monthly = best.period.length === 7
  const name = (period: string) => (monthly ? formatMonth(period, locale) : formatDate(period, locale))
  const all = rows.reduce((sum, { sen }) => sum + sen, 0)
  const last = rows.at(-1)!
  const bars = monthly
    ? monthBars(
        rows.map(({ period, sen }) => ({ month: period, sen })),
        locale,
        ({ sen }) => [sen],
      )
    : rows.map(({ period, sen }) => ({
        ...{ key: period, short: String(Number(period.slice(8))), values: [sen] },
        isRunning: period === last.period,
      }))
  return (
    <BarChart
      id={id}
      said={t('admin.report.said', {
        ...{ from: name(rows[0]!.period), to: name(last.period), sum: formatRinggit(all) },
        ...{ best: name(best.period), amount: formatRinggit(best.sen) },
      })}
      unit="sen"
      series={[{ name: title, look: 'solid' }]}
      running={isRunning ? t('dashboard.so_far', { month: name(last.period) }) : undefined}
      bars={isRunning ? bars : bars.map((bar) => ({ ...bar, isRunning: false }))}
    >
      <Table
        caption={title}
        columns={monthly ? monthSumColumns : daySumColumns}
        brief
        rows={[...rows].reverse().filter(({ lines }) => lines > 0)}
        open={open}
        rowKey={({ period }) => period}
        totals={{ lines: rows.reduce((sum, { lines }) => sum + lines, 0), sen: all }}
      />
    </BarChart>
  )
}
