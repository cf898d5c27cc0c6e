import type { TFunction } from 'i18next'
import type { Rate } from '#app/domain/classes/pay/rates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'

/** `RM40.00 an hour`, `RM80.00 a session`, `RM2,000.00 a month`. */
export function rateWords({ pay_type, rate_sen }: Rate, t: TFunction): string {
  const amount = formatRinggit(rate_sen)
  return pay_type === 'month'
    ? t('pay_sheet.amount_month', { amount })
    : t(`pay_sheet.rate_of.${pay_type}`, { amount })
}
