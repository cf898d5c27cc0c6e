import { useTranslation } from 'react-i18next'
import { featureCodes } from '#app/domain/core/features/feature.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Offer, Price } from '#app/domain/platform/packages/find-packages.ts'
import { languageTag } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'

/** The packages side by side, with what decides between them. */
export function OfferPrices({ offers }: { offers: readonly Price[] }) {
  const { t } = useTranslation()
  const extent = useExtent()
  return (
    <ul className="offers">
      {offers.map((offer) => (
        <li key={offer.id}>
          <h3>{offer.name}</h3>
          <YearlyFee sen={offer.yearly_fee_sen} />
          <ul>
            <li>
              {offer.registration_fee_sen === 0
                ? t('front.prices.no_registration')
                : t('front.prices.registration', { amount: formatRinggit(offer.registration_fee_sen) })}
            </li>
            {extent(offer).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function YearlyFee({ sen }: { sen: number }) {
  const { t } = useTranslation()
  return (
    <p className="amount">
      {sen === 0 ? t('front.prices.free') : formatRinggit(sen)}{' '}
      <small>{t(sen === 0 ? 'front.prices.no_yearly' : 'front.a_year')}</small>
    </p>
  )
}

/** The packages side by side with prices and limits. */
export function OfferCards({ offers }: { offers: readonly Offer[] }) {
  const { t, i18n } = useTranslation()
  const figures = new Intl.NumberFormat(languageTag(i18n.language))
  const upTo = (limit: number | null) => (limit === null ? t('front.no_limit') : figures.format(limit))
  return (
    <ul className="offers">
      {offers.map((offer) => (
        <li key={offer.id}>
          <h2>{offer.name}</h2>
          {offer.description && <p className="quiet">{offer.description}</p>}
          <YearlyFee sen={offer.yearly_fee_sen} />
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

/** Features by package; features that no package includes are left out. */
export function OfferFeatures({ offers }: { offers: readonly Offer[] }) {
  const { t } = useTranslation()
  const held = featureCodes.filter((code) => offers.some(({ features }) => features.includes(code)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="wide" tabIndex={0} aria-label={t('front.features')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('front.feature')}</th>
            {offers.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {held.map((code) => (
            <tr key={code}>
              <th scope="row">
                {t(`feature.name.${code}`)}
                <p className="quiet small">{t(`feature.text.${code}`)}</p>
              </th>
              {offers.map(({ id, features }) => (
                <td key={id}>{features.includes(code) ? <Held /> : <NotHeld />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Held() {
  const { t } = useTranslation()
  return (
    <>
      <b aria-hidden="true">✓</b>
      <span className="hidden">{t('common.yes')}</span>
    </>
  )
}

function NotHeld() {
  const { t } = useTranslation()
  return (
    <>
      <span className="quiet" aria-hidden="true">
        –
      </span>
      <span className="hidden">{t('common.no')}</span>
    </>
  )
}

/** The fee of a package for a payment by FPX, and how many students it is for. */
export function useExtent() {
  const { t, i18n } = useTranslation()
  const figures = new Intl.NumberFormat(languageTag(i18n.language))
  return ({ student_limit, transaction_fee_sen }: Pick<Offer, 'student_limit' | 'transaction_fee_sen'>) => [
    t('front.prices.fpx', { amount: formatRinggit(transaction_fee_sen) }),
    student_limit === null
      ? t('front.prices.any_students')
      : t('front.prices.students', { most: figures.format(student_limit) }),
  ]
}

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
