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

/** Deaths of workers in a quarter of an hour from which on they are told. */
const deathsTold = 3

/** Names the most specific known cause. */
export function WorkerNotice(worker: WorkerState) {
  const { t } = useTranslation()
  const words = workerWords(worker, t)
  return words ? (
    <Notice tone="warning" title={words.title}>
      {words.text}
    </Notice>
  ) : null
}

function workerWords(worker: WorkerState, t: TFunction): { title: string; text: string } | undefined {
  const { unseen_seconds, lost_seconds, waiting_seconds, deaths, late } = worker
  const gone = (unseen_seconds ?? 0) > patienceSeconds
  const words = (what: string, time: number | null) => ({
    title: t(`admin.dashboard.${what}`),
    text: t(`admin.dashboard.${what}_text`, { time: durationOf(time ?? 0, t) }),
  })
  if (!gone && lost_seconds !== null) return words('lost', lost_seconds)
  if (deaths >= deathsTold)
    return { title: t('admin.dashboard.dies'), text: t('admin.dashboard.dies_text', { count: deaths }) }
  if ((waiting_seconds ?? 0) > patienceSeconds) return words('stuck', waiting_seconds)
  if (gone)
    return {
      title: t('admin.dashboard.stuck'),
      text: t('admin.dashboard.gone_text', { time: durationOf(unseen_seconds!, t) }),
    }
  const [longest] = late
  if (!longest) return undefined
  return {
    title: t('admin.dashboard.late', { count: late.length }),
    text: t('admin.dashboard.late_text', {
      names: late.map(({ name }) => jobWords(name, t)).join('; '),
      time: durationOf(longest.seconds, t),
    }),
  }
}

/** A job in words, with the name that the log calls it by. */
const jobWords = (name: string, t: TFunction) =>
  `${t(`admin.job.names.${name}`, { defaultValue: name })} (${name})`

/** A duration in its largest whole unit. */
export function durationOf(seconds: number, t: TFunction): string {
  if (seconds < 120) return t('admin.dashboard.seconds', { count: seconds })
  if (seconds < 7_200) return t('admin.dashboard.minutes', { count: Math.floor(seconds / 60) })
  if (seconds < 172_800) return t('admin.dashboard.hours', { count: Math.floor(seconds / 3_600) })
  return t('admin.dashboard.days', { count: Math.floor(seconds / 86_400) })
}
