import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { endOfMonth } from '#app/domain/core/dates.ts'
import type { overview, StateCount } from '#app/domain/platform/overview/overview.ts'
import type { ReportSum } from '#app/domain/platform/reports/collection-report.ts'
import { paths } from '#app/paths.ts'
import type { Look } from '#app/ui/core/chart/looks.tsx'
import { PartName, ShareBar, shareWords } from '#app/ui/core/chart/ShareBar.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { PeriodChart } from '#app/ui/platform/report/PeriodChart.tsx'

interface CollectionChartsProps {
  days: readonly ReportSum[]
  months: readonly ReportSum[]
}

/** Collections by month and by day, each linked to its lines. */
export function CollectionCharts({ days, months }: CollectionChartsProps) {
  const { t } = useTranslation()
  const last = days.at(-1)!.period
  const charts = [
    { id: 'months', title: t('home_chart.by_month'), rows: months, all: paths.admin.report.collection() },
    { id: 'days', title: t('admin.dashboard.by_day'), rows: days, all: paths.admin.report.daily() },
  ]
  return (
    <div className="pair">
      {charts
        .filter(({ rows }) => rows.some(({ lines }) => lines > 0))
        .map(({ id, title, rows, all }) => (
          <Section
            key={id}
            title={title}
            actions={
              <a href={`${all}?from=${firstOf(rows[0]!.period)}&to=${last}`}>{t('common.action.show_all')}</a>
            }
          >
            <PeriodChart
              id={id}
              title={title}
              rows={rows}
              open={({ period }) =>
                paths.admin.collection({ from: firstOf(period), to: lastOf(period, last) })
              }
              isRunning
            />
          </Section>
        ))}
    </div>
  )
}

/** Of a day itself, of a month its first. */
const firstOf = (period: string) => (period.length === 7 ? `${period}-01` : period)

/** Of the running month the last day that is shown. */
function lastOf(period: string, last: string): string {
  if (period.length > 7) return period
  return last.startsWith(period) ? last : endOfMonth(firstOf(period))
}

const lookOf: Record<StateCount['state'], Look> = {
  ...{ trial: 'dots', active: 'solid', grace: 'lines', limited: 'cross', ended: 'hatch' },
  ...{ none: 'hollow', inactive: 'running' },
}

/** Organisations by state: one bar of all, and each state with its number. */
export function StateChart({ rows }: { rows: readonly StateCount[] }) {
  const { t } = useTranslation()
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  const [most] = rows.toSorted((a, b) => b.count - a.count)
  if (!most) return null
  const word = (state: StateCount['state']) =>
    state === 'none' ? t('entity.no_package') : t(`common.status.${state}`)
  const title = t('admin.dashboard.by_state')
  return (
    <Section title={title}>
      <ShareBar
        id="states"
        said={t('home_chart.states_said', { state: word(most.state), count: most.count, all })}
        parts={rows.map(({ state, count }) => ({ key: state, value: count, look: lookOf[state] }))}
      />
      <Table
        caption={title}
        columns={[
          { key: 'state', label: 'admin.dashboard.status', room: 'who' },
          { key: 'share', label: 'admin.dashboard.share', room: 'table' },
          { key: 'count', label: 'admin.dashboard.count', kind: 'count', room: 'much', total: true },
        ]}
        rows={rows.map((row) => ({ ...row, share: shareWords(row.count, all) }))}
        cells={{
          state: ({ state }) => (
            <PartName id="states" look={lookOf[state]} href={listOf(state)}>
              {word(state)}
            </PartName>
          ),
        }}
        rowKey={({ state }) => state}
        totals={{ count: all }}
        brief
      />
    </Section>
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
