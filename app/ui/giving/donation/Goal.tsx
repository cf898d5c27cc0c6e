import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'

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
