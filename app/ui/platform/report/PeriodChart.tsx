import { useTranslation } from 'react-i18next'
import { formatDate, formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  daySumColumns,
  monthSumColumns,
  type ReportSum,
} from '#app/domain/platform/reports/collection-report.ts'
import { barsOf } from '#app/ui/core/chart/chart-bars.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

/** In pixels: chart height, space above the bars, and labels below. */
const height = 168
const head = 8
const foot = 24

interface PeriodChartProps {
  title: string
  rows: readonly ReportSum[]
  /** Link of a row of the table. */
  open?: (row: ReportSum) => string
}

/**
 * Collections by month or day. Bars are identified by position and label, not by colour; the total is in a sentence above, and
 * all figures in a table below.
 */
export function PeriodChart({ title, rows, open }: PeriodChartProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const best = rows.reduce<ReportSum | undefined>(
    (most, row) => (most && most.sen >= row.sen ? most : row),
    undefined,
  )
  if (!best) return null
  const monthly = best.period.length === 7
  const name = (period: string) => (monthly ? formatMonth(period, locale) : formatDate(period, locale))
  const short = (period: string) =>
    monthly ? formatMonth(period, locale).slice(0, 3) : String(Number(period.slice(8)))
  const all = rows.reduce((sum, { sen }) => sum + sen, 0)
  const said = t('admin.report.said', {
    ...{ from: name(rows[0]!.period), to: name(rows.at(-1)!.period), sum: formatRinggit(all) },
    ...{ best: name(best.period), amount: formatRinggit(best.sen) },
  })
  const width = 100 / rows.length
  // A phone has room for seven labels; the last may be wider than its bar and must not be cut off.
  const every = Math.ceil(rows.length / 7)
  return (
    <>
      <p className="quiet small">{said}</p>
      <svg width="100%" height={height} overflow="visible" role="img" aria-label={said}>
        {barsOf(rows, height - head - foot).map(({ row, x, y, tall, zero }, index) => (
          <g key={row.period}>
            <rect
              x={`${x + width * 0.12}%`}
              y={head + y}
              width={`${width * 0.76}%`}
              height={tall}
              fill="var(--brand)"
            />
            <rect x={`${x}%`} y={head + zero} width={`${width}%`} height="1" fill="currentColor" />
            {(rows.length - 1 - index) % every === 0 && (
              <text
                x={`${x + width / 2}%`}
                y={height - 6}
                fontSize="14"
                textAnchor="middle"
                fill="currentColor"
              >
                {short(row.period)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details>
        <summary>{t('admin.report.numbers')}</summary>
        <Table
          caption={title}
          columns={monthly ? monthSumColumns : daySumColumns}
          brief
          rows={[...rows].reverse().filter(({ lines }) => lines > 0)}
          open={open}
          rowKey={({ period }) => period}
          totals={{ lines: rows.reduce((sum, { lines }) => sum + lines, 0), sen: all }}
        />
      </details>
    </>
  )
}
