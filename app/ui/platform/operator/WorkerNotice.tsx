import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { overview } from '#app/domain/platform/overview/overview.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** Seconds that a row may wait in the outbox, or a worker be unseen, before it is said that none is at work. */
const patienceSeconds = 120

type WorkerState = Awaited<ReturnType<typeof overview>>['worker'] & { waiting_seconds: number | null }

/** The cause that is known best. */
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

/** The largest whole unit that fits: nobody who reads this needs the seconds of a day. */
export function durationOf(seconds: number, t: TFunction): string {
  if (seconds < 120) return t('admin.dashboard.seconds', { count: seconds })
  if (seconds < 7_200) return t('admin.dashboard.minutes', { count: Math.floor(seconds / 60) })
  return t('admin.dashboard.hours', { count: Math.floor(seconds / 3_600) })
}
