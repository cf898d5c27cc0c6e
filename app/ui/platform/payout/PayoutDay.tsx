import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { type PayoutSchedule, payoutDayWords } from '#app/domain/platform/payouts/payout.ts'
import { payoutWeekdays } from '#app/domain/platform/payouts/payout-day.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { RadioGroup, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface ScheduleFieldsProps {
  of: Record<'payout_frequency' | 'weekday' | 'month_day', FieldOf>
}

/** Fields of the payout day; `weekday` counts for a weekly, `month_day` for a monthly schedule. */
export function ScheduleFields({ of }: ScheduleFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <RadioGroup
        of={of.payout_frequency}
        label={t('payout.day.payout_frequency')}
        options={(['weekly', 'monthly'] as const).map((value) => ({
          value,
          label: t(`payout.day.${value}`),
        }))}
      />
      <SelectField
        of={of.weekday}
        label={t('payout.day.weekday')}
        options={payoutWeekdays.map((value) => ({ value, label: t(`common.weekdays.${value}`) }))}
        width="medium"
      />
      <TextField
        of={of.month_day}
        label={t('payout.day.month_day')}
        hint={t('payout.day.month_day_hint')}
        width="short"
      />
    </>
  )
}

interface PayoutDayRequestProps {
  row: PayoutSchedule & {
    asker: string
    asked_at: Date | string
    status: string
    decision_reason: string | null
  }
  /** Buttons. */
  children?: ReactNode
}

/** The latest request for another payout day: open, or refused with the reason. */
export function PayoutDayRequest({ row, children }: PayoutDayRequestProps) {
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
