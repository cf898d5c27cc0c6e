import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import type { StateCount } from '#app/domain/platform/overview/pictures.ts'
import type { ReportSum } from '#app/domain/platform/reports/report.ts'
import { paths } from '#app/paths.ts'
import { PeriodChart } from '#app/ui/core/chart/PeriodChart.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

/** What came in on each of the last days; each leads to its lines. */
export function CollectionPicture({ days }: { days: readonly ReportSum[] }) {
  const { t } = useTranslation()
  const title = t('admin.dashboard.by_day')
  const [first, last] = [days[0]!.period, days.at(-1)!.period]
  if (days.every(({ lines }) => lines === 0)) return null
  return (
    <Section
      title={title}
      actions={
        <a href={`${paths.admin.report.daily()}?from=${first}&to=${last}`}>{t('admin.report.collection')}</a>
      }
    >
      <PeriodChart
        title={title}
        rows={days}
        open={({ period }) => `${paths.admin.collection()}?from=${period}&to=${period}`}
      />
    </Section>
  )
}

/** How many organisations are in each state: a bar, its word and its number. */
export function StatePicture({ rows }: { rows: readonly StateCount[] }) {
  const { t } = useTranslation()
  const most = Math.max(...rows.map(({ count }) => count), 1)
  const word = (state: StateCount['state']) =>
    state === 'none' ? t('entity.no_package') : t(`common.status.${state}`)
  return (
    <Section title={t('admin.dashboard.by_state')}>
      <Table
        caption={t('admin.dashboard.by_state')}
        columns={[
          { key: 'state', label: 'admin.dashboard.status', room: 'who' },
          { key: 'count', label: 'admin.dashboard.count', kind: 'count', room: 'much' },
          { key: 'bar', label: 'admin.dashboard.share', room: 'table' },
        ]}
        rows={rows.map((row) => ({ ...row, bar: formatCount(row.count) }))}
        cells={{
          state: ({ state }) => <a href={listOf(state)}>{word(state)}</a>,
          bar: ({ count }) => (
            <svg width="100%" height="12" aria-hidden="true">
              <rect width={`${(100 * count) / most}%`} height="12" fill="var(--brand)" />
            </svg>
          ),
        }}
        rowKey={({ state }) => state}
        brief
      />
    </Section>
  )
}

/** A list cannot be narrowed to those without a subscription: it is the whole then. */
function listOf(state: StateCount['state']): string {
  const query = { none: 'status=active', inactive: 'status=inactive' }[state as 'none' | 'inactive']
  return paths.admin.listed('entity', query ?? `status=active&subscription=${state}`)
}
