import type { TFunction } from 'i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { TypeLimits } from '#app/domain/giving/donations/type-amounts.ts'

/** How much a gift may be, where its organisation says so. */
export function limitsSaid({ min_sen, max_sen }: TypeLimits, t: TFunction): string | undefined {
  const min = min_sen === null ? '' : formatRinggit(min_sen)
  const max = max_sen === null ? '' : formatRinggit(max_sen)
  if (min && max) return t('donation.range', { min, max })
  if (min) return t('donation.range_from', { min })
  return max ? t('donation.range_to', { max }) : undefined
}
