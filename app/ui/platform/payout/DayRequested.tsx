import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { payoutDayWords } from '#app/domain/platform/payouts/day-requests/day-words.ts'
import type { PayoutSchedule } from '#app/domain/platform/payouts/payout.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface Props {
  row: PayoutSchedule & {
    asker: string
    asked_at: Date | string
    status: string
    decision_reason: string | null
  }
  /** What may be done with it. */
  children?: ReactNode
}

/** Another payout day that an organisation has asked for: it waits, or was refused and why. */
export function DayRequested({ row, children }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (row.status !== 'pending' && row.status !== 'refused') return null
  const at = formatInstant(row.asked_at, locale)
  return (
    <Notice tone="warning" title={t(row.status === 'pending' ? 'payout.day.waits' : 'payout.day.refused')}>
      <p>{t('payout.day.asked', { asker: row.asker, day: payoutDayWords(row, t), at })}</p>
      {row.decision_reason !== null && <p>{row.decision_reason}</p>}
      {children && <div className="actions">{children}</div>}
    </Notice>
  )
}
