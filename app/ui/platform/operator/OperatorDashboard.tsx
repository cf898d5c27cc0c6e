import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import type { overview, StateCount } from '#app/domain/platform/overview/overview.ts'
import type { ReportSum } from '#app/domain/platform/reports/collection-report.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { PeriodChart } from '#app/ui/platform/report/PeriodChart.tsx'

/** Collections by day, each day linked to its lines. */
export function CollectionChart({ days }: { days: readonly ReportSum[] }) {
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

/** Organisations by state, as bars with label and count. */
export function StateChart({ rows }: { rows: readonly StateCount[] }) {
  const { t } = useTranslation()
  const most = Math.max(...rows.map(({ count }) => count), 1)
  const word = (state: StateCount['state']) =>
    state === 'none' ? t('entity.no_package') : t(`common.status.${state}`)
  return (
    <TableSection
      title={t('admin.dashboard.by_state')}
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
  )
}

/** The list has no filter for organisations without a subscription, so that bar links to the whole list. */
function listOf(state: StateCount['state']): string {
  const query = { none: 'status=active', inactive: 'status=inactive' }[state as 'none' | 'inactive']
  return paths.admin.listed('entity', query ?? `status=active&subscription=${state}`)
}

/** Seconds without progress in the outbox or a sign of a worker after which the notice is shown. */
const patienceSeconds = 120

type WorkerState = Awaited<ReturnType<typeof overview>>['worker'] & { waiting_seconds: number | null }

/** Names the most specific known cause. */
export function WorkerNotice({ unseen_seconds, lost_seconds, waiting_seconds }: WorkerState) {
  const { t } = useTranslation()
  const gone = (unseen_seconds ?? 0) > patienceSeconds
  if (!gone && lost_seconds !== null)
    return (
      <Notice tone="warning" title={t('admin.dashboard.lost')}>
        {t('admin.dashboard.lost_text', { time: durationOf(lost_seconds, t) })}
      </Notice>
    )
  const waits = (waiting_seconds ?? 0) > patienceSeconds
  if (!gone && !waits) return null
  const text = waits
    ? t('admin.dashboard.stuck_text', { time: durationOf(waiting_seconds!, t) })
    : t('admin.dashboard.gone_text', { time: durationOf(unseen_seconds!, t) })
  return (
    <Notice tone="warning" title={t('admin.dashboard.stuck')}>
      {text}
    </Notice>
  )
}

/** A duration in its largest whole unit. */
export function durationOf(seconds: number, t: TFunction): string {
  if (seconds < 120) return t('admin.dashboard.seconds', { count: seconds })
  if (seconds < 7_200) return t('admin.dashboard.minutes', { count: Math.floor(seconds / 60) })
  return t('admin.dashboard.hours', { count: Math.floor(seconds / 3_600) })
}
