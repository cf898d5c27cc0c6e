import { useTranslation } from 'react-i18next'
import { formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { type MonthRow, monthColumns } from '#app/domain/reporting/dashboards/dashboard.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { sumOf } from './arrears-figures.ts'
import { barsOf } from './chart-bars.ts'

/** Pixels: of the drawing, of the air above its bars, and of its line of months. */
const height = 184
const head = 8
const foot = 24

/**
 * What came in month by month. Its parts stand at shares of the width, so that its letters have one size at any; which
 * bar is whose is said by its place, not by its colour. The running month is an outline: it is not over.
 */
export function CollectionChart({ rows }: { rows: readonly MonthRow[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const best = rows.reduce((most, row) => (row.sen > most.sen ? row : most))
  const [first, last] = [rows[0]!, rows.at(-1)!]
  if (rows.every(({ received_sen, reversed_sen }) => received_sen === 0 && reversed_sen === 0)) return null
  const name = ({ month }: MonthRow) => formatMonth(month, locale)
  const said = t('dashboard.chart', {
    ...{ from: name(first), to: name(last), best: name(best), amount: formatRinggit(best.sen) },
  })
  return (
    <Section title={t('dashboard.twelve')}>
      <p className="quiet small">{said}</p>
      <svg width="100%" height={height} role="img" aria-label={said}>
        {barsOf(rows, height - head - foot).map(({ row, x, y, tall, zero }) => (
          <g key={row.month}>
            <title>{`${row === last ? t('dashboard.so_far', { month: name(row) }) : name(row)}: ${formatRinggit(row.sen)}`}</title>
            <rect
              x={`${x + 1}%`}
              y={head + y}
              width="6.3%"
              height={tall}
              fill={row === last ? 'none' : 'var(--brand)'}
              stroke="var(--brand)"
              strokeDasharray={row === last ? '4 3' : undefined}
            />
            <rect x={`${x}%`} y={head + zero} width="8.34%" height="1" fill="currentColor" />
            <text x={`${x + 4.15}%`} y={height - 6} fontSize="14" textAnchor="middle" fill="currentColor">
              {name(row).slice(0, 1)}
            </text>
          </g>
        ))}
      </svg>
      <details>
        <summary>{t('dashboard.numbers')}</summary>
        <Table
          caption={t('dashboard.twelve')}
          columns={monthColumns}
          brief
          rows={[...rows].reverse()}
          rowKey={({ month }) => month}
          totals={{
            received_sen: sumOf(rows, 'received_sen'),
            reversed_sen: sumOf(rows, 'reversed_sen'),
            sen: sumOf(rows, 'sen'),
          }}
        />
      </details>
    </Section>
  )
}
