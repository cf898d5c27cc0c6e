import type { TFunction } from 'i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Price } from '#app/domain/enrolment/online-registration/estimate.ts'

/** `RM50.00 once + RM120.00 a month`; what costs nothing says so. */
export function priceWords({ once, monthly, later }: Price, t: TFunction): string {
  const told = (key: string, sen: number) => t(`register.price.${key}`, { amount: formatRinggit(sen) })
  const parts = [
    ...(once > 0 ? [told('once', once)] : []),
    ...(monthly > 0 ? [told('monthly', monthly)] : []),
    ...later.map(({ frequency, sen }) => told(frequency, sen)),
  ]
  return parts.length > 0 ? parts.join(' + ') : t('register.price.none')
}
