import { useTranslation } from 'react-i18next'
import { featureCodes } from '#app/domain/core/features/feature.ts'
import type { Offer } from '#app/domain/platform/packages/offers.ts'

/** Which package holds what, feature by feature; only features that any of them holds. */
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
