import { useTranslation } from 'react-i18next'
import { addDays, formatDate, formatMonth } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatPercent } from '#app/domain/core/money.ts'
import {
  type MovesRow,
  movesColumns,
  type WeekRow,
  weekColumns,
} from '#app/domain/reporting/dashboards/people.ts'
import { paths } from '#app/paths.ts'
import { BarChart } from '#app/ui/core/chart/BarChart.tsx'
import { monthBars } from '#app/ui/core/chart/months.ts'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { sumOf } from './ArrearsTable.tsx'

/** Students who joined and who left, month by month, each number a link to them. */
export function MovesChart({ rows }: { rows: readonly MovesRow[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (rows.every(({ joined, left }) => joined === 0 && left === 0)) return null
  const running = rows.at(-1)!
  const totals = { joined: sumOf(rows, 'joined'), left: sumOf(rows, 'left') }
  const linked = (key: 'joined' | 'left') => (row: MovesRow) =>
    row[key] > 0 ? (
      <a href={paths.student.list({ [key]: row.month.slice(0, 7) })}>{formatCount(row[key])}</a>
    ) : (
      '0'
    )
  return (
    <Section title={t('home_chart.moves')}>
      <BarChart
        id="moves"
        said={t('home_chart.moves_said', {
          ...{ joined: formatCount(totals.joined), left: formatCount(totals.left) },
        })}
        unit="count"
        series={[
          { name: t('home_chart.joined'), look: 'solid' },
          { name: t('home_chart.left'), look: 'hollow' },
        ]}
        bars={monthBars(rows, locale, ({ joined, left }) => [joined, left]).map((bar) => ({
          ...bar,
          isRunning: false,
        }))}
      >
        <Table
          caption={t('home_chart.moves')}
          columns={movesColumns}
          brief
          rows={[...rows].reverse()}
          rowKey={({ month }) => month}
          cells={{
            month: ({ month }) =>
              month === running.month
                ? t('dashboard.so_far', { month: formatMonth(month, locale) })
                : formatMonth(month, locale),
            joined: linked('joined'),
            left: linked('left'),
          }}
          totals={totals}
        />
      </BarChart>
    </Section>
  )
}

/** The rate of attendance week by week, each week a link to its marks. */
export function AttendanceChart({ rows }: { rows: readonly WeekRow[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const counted = rows.filter(({ rate_bp }) => rate_bp !== null)
  const latest = counted.at(-1)
  if (!latest) return null
  return (
    <Section title={t('home_chart.attendance')}>
      <BarChart
        id="attendance"
        said={t('home_chart.attendance_said', {
          ...{ week: formatDate(latest.week, locale), rate: formatPercent(latest.rate_bp!) },
        })}
        unit="percent"
        series={[{ name: t('home_chart.rate'), look: 'solid' }]}
        running={rows.at(-1)!.rate_bp === null ? undefined : t('home_chart.week_so_far')}
        bars={rows.map(({ week, rate_bp }, index) => ({
          ...{ key: week, short: String(Number(week.slice(8))), values: [rate_bp] },
          isRunning: index === rows.length - 1,
          under:
            index === 0 || Number(week.slice(8)) <= 7 ? formatMonth(week, locale).split(' ')[0] : undefined,
        }))}
      >
        <Table
          caption={t('home_chart.attendance')}
          columns={weekColumns}
          brief
          rows={[...rows].reverse()}
          rowKey={({ week }) => week}
          open={({ week, marks }) =>
            marks > 0 ? paths.attendance.list({ from: week, to: addDays(week, 6) }) : null
          }
          totals={{ marks: sumOf(rows, 'marks'), attended: sumOf(rows, 'attended') }}
        />
      </BarChart>
    </Section>
  )
}
