import { useTranslation } from 'react-i18next'
import { formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  type ArrearsRow,
  type MonthRow,
  monthColumns,
  type ReceivedRow,
  type RecentRow,
  receivedColumns,
  recentColumns,
} from '#app/domain/reporting/dashboards/dashboard.ts'
import { paths } from '#app/paths.ts'
import { barsOf } from '#app/ui/core/chart/chart-bars.ts'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { ArrearsTable, arrearsFigures, sumOf } from './ArrearsTable.tsx'

interface OfficeBoardProps {
  collected: { month: string; sen: number; fees_sen: number; last_month: string; last_sen: number }
  months: readonly MonthRow[]
  arrears: readonly ArrearsRow[]
  received: { rows: readonly ReceivedRow[]; count: number; sen: number }
  recent: readonly RecentRow[]
}

/** What a manager looks at first: what came in, what is owed and for how long, what happened today. */
export function OfficeBoard({ collected, months, arrears, received, recent }: OfficeBoardProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <>
      <Figures
        items={[
          {
            label: t('dashboard.collected_in', { month: formatMonth(collected.month, locale) }),
            value: formatRinggit(collected.sen),
            hint: [
              collected.fees_sen !== 0 &&
                t('dashboard.and_fees', { amount: formatRinggit(collected.fees_sen) }),
              t('dashboard.collected_before', {
                amount: formatRinggit(collected.last_sen),
                month: formatMonth(collected.last_month, locale),
              }),
            ]
              .filter(Boolean)
              .join(' · '),
          },
          ...arrearsFigures(arrears, t),
          {
            label: t('dashboard.received_today'),
            value: formatRinggit(received.sen),
            hint: t('dashboard.count_payments', { count: received.count }),
          },
        ]}
      />
      <CollectionChart rows={months} />
      <ArrearsTable rows={arrears} />
      <Section title={t('dashboard.received_today')}>
        {received.rows.length > 0 ? (
          <Table
            caption={t('dashboard.received_today')}
            columns={receivedColumns}
            brief
            rows={received.rows}
            open={(row) => paths.payment.view(row.payment_id)}
          />
        ) : (
          <p className="quiet">{t('dashboard.nothing_received')}</p>
        )}
      </Section>
      <Section
        title={t('dashboard.recent_invoices')}
        actions={<a href={paths.invoice.list()}>{t('common.action.show_all')}</a>}
      >
        {recent.length > 0 ? (
          <Table
            caption={t('dashboard.recent_invoices')}
            columns={recentColumns}
            brief
            rows={recent}
            open={(row) => paths.invoice.view(row.id)}
            cells={{ number: (row) => row.number ?? t('common.status.draft') }}
          />
        ) : (
          <p className="quiet">{t('invoice.empty')}</p>
        )}
      </Section>
    </>
  )
}

/** Pixels: of the drawing, of the air above its bars, and of its line of months. */
const height = 184
const head = 8
const foot = 24

/**
 * Collections by month. Positions are shares of the width, so that the text keeps its size at any width; which
 * bar is whose is said by its place, not by its colour. The running month is pale, in a dashed outline: it is not over.
 */
function CollectionChart({ rows }: { rows: readonly MonthRow[] }) {
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
              fill="var(--brand)"
              fillOpacity={row === last ? 0.35 : undefined}
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
