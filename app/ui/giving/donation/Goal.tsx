import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { TypeLimits } from '#app/domain/giving/donation-types/type-fields.ts'

export interface GoalOf {
  target_sen: number
  raised_sen: number
  percent: number
}

/** How far a collection has come. */
export function Goal({ goal }: { goal: GoalOf }) {
  const { t } = useTranslation()
  const { percent, raised_sen, target_sen } = goal
  const words = t('donation.raised', {
    raised: formatRinggit(raised_sen),
    target: formatRinggit(target_sen),
    percent,
  })
  return (
    <p>
      <progress value={percent} max={100} aria-label={words} />
      <br />
      <span className="small">{words}</span>
    </p>
  )
}

/** How much a gift may be, where its organisation says so. */
export function limitsText({ min_sen, max_sen }: TypeLimits, t: TFunction): string | undefined {
  const min = min_sen === null ? '' : formatRinggit(min_sen)
  const max = max_sen === null ? '' : formatRinggit(max_sen)
  if (min && max) return t('donation.range', { min, max })
  if (min) return t('donation.range_from', { min })
  return max ? t('donation.range_to', { max }) : undefined
}
