import { useTranslation } from 'react-i18next'
import { endOfMonth, formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { type MonthRow, monthColumns } from '#app/domain/reporting/dashboards/dashboard.ts'
import { paths } from '#app/paths.ts'
import { BarChart } from '#app/ui/core/chart/BarChart.tsx'
import { monthBars } from '#app/ui/core/chart/months.ts'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { sumOf } from './ArrearsTable.tsx'

/** Twelve months of collections, each beside the same month of the year before; the running month is drawn as not over. */
export function CollectionChart({ rows, today }: { rows: readonly MonthRow[]; today: string }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (rows.every((row) => row.received_sen === 0 && row.reversed_sen === 0 && row.before_sen === 0))
    return null
  const name = ({ month }: MonthRow) => formatMonth(month, locale)
  const [first, last] = [rows[0]!, rows.at(-1)!]
  const best = rows.reduce((most, row) => (row.sen > most.sen ? row : most))
  const hasBefore = rows.some(({ before_sen }) => before_sen !== 0)
  const said = t('dashboard.chart', {
    ...{ from: name(first), to: name(last), best: name(best), amount: formatRinggit(best.sen) },
  })
  return (
    <Section title={t('dashboard.twelve')}>
      <BarChart
        id="collected"
        said={said}
        unit="sen"
        series={[
          ...(hasBefore ? [{ name: t('home_chart.year_before'), look: 'hollow' as const }] : []),
          { name: t('home_chart.this_year'), look: 'solid' },
        ]}
        running={t('dashboard.so_far', { month: name(last) })}
        bars={monthBars(rows, locale, ({ before_sen, sen }) => (hasBefore ? [before_sen, sen] : [sen]))}
      >
        <Table
          caption={t('dashboard.twelve')}
          columns={hasBefore ? monthColumns : monthColumns.filter(({ key }) => key !== 'before_sen')}
          brief
          rows={[...rows].reverse()}
          rowKey={({ month }) => month}
          note={({ fees_sen }) =>
            fees_sen !== 0 && t('dashboard.and_fees', { amount: formatRinggit(fees_sen) })
          }
          open={({ month }) =>
            paths.payment.list({ from: month, to: month === last.month ? today : endOfMonth(month) })
          }
          totals={{
            ...{ received_sen: sumOf(rows, 'received_sen'), reversed_sen: sumOf(rows, 'reversed_sen') },
            ...{ before_sen: sumOf(rows, 'before_sen'), sen: sumOf(rows, 'sen') },
          }}
        />
      </BarChart>
    </Section>
  )
}
