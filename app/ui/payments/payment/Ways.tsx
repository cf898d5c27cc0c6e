import { useTranslation } from 'react-i18next'
import { isChipGroup, type Way } from '#app/domain/payments/payments/payment.ts'

interface WaysProps {
  way: Way
  ways: readonly Way[]
  /** Address of the page with another way. */
  hrefOf(way: Way): string
  /** Whether to say between which amounts the chosen way pays; not where narrower limits are said. */
  limits?: boolean
}

/** What each way is called. */
export function useWayName(): (way: Way) => string {
  const { t } = useTranslation()
  return (way) => (isChipGroup(way) ? t(`chip.group.${way}`) : t(`fpx.way.${way}`))
}

/** How to pay online: each has its own banks or cards, limits and fee. */
export function Ways({ way, ways, hrefOf, limits = true }: WaysProps) {
  const { t } = useTranslation()
  const nameOf = useWayName()
  return (
    <nav aria-label={t('payment.choose.from')}>
      <h2>{t('payment.choose.from')}</h2>
      <ul className="ways">
        {ways.map((one) => (
          <li key={one}>
            {one === way ? <b aria-current="true">{nameOf(one)}</b> : <a href={hrefOf(one)}>{nameOf(one)}</a>}
            {one === way && limits && (
              <p className="quiet small">
                {isChipGroup(way) ? t(`chip.group.${way}_hint`) : t(`fpx.model.${way}_hint`)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
