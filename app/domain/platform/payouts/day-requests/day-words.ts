import type { TFunction } from 'i18next'
import type { PayoutSchedule } from '../payout.ts'

/** Such as "every Wednesday". */
export function payoutDayWords({ payout_frequency, payout_day }: PayoutSchedule, t: TFunction): string {
  if (payout_frequency === 'monthly') return t('payout.day.each_month', { day: payout_day })
  return t('payout.day.each_week', { day: t(`common.weekdays.${payout_day}`) })
}
