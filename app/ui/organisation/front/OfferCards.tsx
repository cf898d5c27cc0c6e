import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Offer } from '#app/domain/platform/packages/offers.ts'
import { paths } from '#app/paths.ts'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'

/** The packages side by side: what each costs, and how far it goes. */
export function OfferCards({ offers }: { offers: readonly Offer[] }) {
  const { t, i18n } = useTranslation()
  const figures = new Intl.NumberFormat(i18n.language === 'my' ? 'ms-MY' : 'en-MY')
  const upTo = (limit: number | null) => (limit === null ? t('front.no_limit') : figures.format(limit))
  return (
    <ul className="offers">
      {offers.map((offer) => (
        <li key={offer.id}>
          <h2>{offer.name}</h2>
          {offer.description && <p className="quiet">{offer.description}</p>}
          <p className="amount">
            {formatRinggit(offer.yearly_fee_sen)} <small>{t('front.a_year')}</small>
          </p>
          <Facts
            items={[
              { label: t('front.registration_fee'), value: formatRinggit(offer.registration_fee_sen) },
              { label: t('front.transaction_fee'), value: formatRinggit(offer.transaction_fee_sen) },
              {
                label: t('front.transaction_fee_b2b1'),
                value: formatRinggit(offer.transaction_fee_b2b1_sen),
              },
              { label: t('front.student_limit'), value: upTo(offer.student_limit) },
              { label: t('front.branch_limit'), value: upTo(offer.branch_limit) },
              { label: t('front.staff_limit'), value: upTo(offer.staff_limit) },
              {
                label: t('front.storage'),
                value:
                  offer.storage_mb === null
                    ? t('front.no_limit')
                    : t('front.megabytes', { count: offer.storage_mb }),
              },
              { label: t('front.included_credit'), value: figures.format(offer.included_credit) },
              offer.trial_days > 0 && {
                label: t('front.trial'),
                value: t('front.days', { count: offer.trial_days }),
              },
            ]}
          />
          <PostButton action={paths.front.begin()} look="primary" fields={{ package_id: offer.id }}>
            {t('front.choose', { name: offer.name })}
          </PostButton>
        </li>
      ))}
    </ul>
  )
}
