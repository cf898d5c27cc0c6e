import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Offer } from '#app/domain/platform/packages/find-packages.ts'

/** The price of a package as a sentence: at the start, and per year. */
export function useCosts() {
  const { t } = useTranslation()
  return ({
    registration_fee_sen,
    yearly_fee_sen,
  }: Pick<Offer, 'registration_fee_sen' | 'yearly_fee_sen'>) => {
    if (registration_fee_sen === 0 && yearly_fee_sen === 0) return t('front.costs.nothing')
    const values = { once: formatRinggit(registration_fee_sen), yearly: formatRinggit(yearly_fee_sen) }
    if (registration_fee_sen === 0) return t('front.costs.yearly', values)
    return t(yearly_fee_sen === 0 ? 'front.costs.once' : 'front.costs.both', values)
  }
}
