import { useTranslation } from 'react-i18next'
import type { Price } from '#app/domain/platform/packages/find-packages.ts'
import { paths } from '#app/paths.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { OfferPrices } from './Offers.tsx'
import { OfficePicture, PhonePicture } from './Pictures.tsx'
import { phonePictures } from './pictures.ts'

/** What Lunas is, for a visitor who is not signed in. `offers`: the packages that can be registered for. */
export function FrontPage({ offers }: { offers: readonly Price[] }) {
  const { t } = useTranslation()
  const isOpen = offers.length > 0
  return (
    <NarrowFrame
      links={[
        { label: t('auth.organisation.title'), href: paths.organisation.ask() },
        { label: t('front.packages'), href: paths.front.packages() },
        { label: t('auth.sign_in_operator'), href: paths.admin.login() },
      ]}
    >
      <section className="hero">
        <div>
          <h1>{t('front.home.heading')}</h1>
          <p className="said">{t('front.home.what')}</p>
          <p>{t('front.home.whom')}</p>
          <p className="actions">
            {isOpen && <Register />}
            <LinkButton href={paths.organisation.ask()} look={isOpen ? 'plain' : 'primary'}>
              {t('auth.organisation.title')}
            </LinkButton>
          </p>
          <p className="quiet small">{t('front.home.sign_in')}</p>
        </div>
        <div className="both">
          <OfficePicture name="home" />
          <PhonePicture name="invoice" alt="" />
        </div>
      </section>
      <section>
        <h2>{t('front.home.office.title')}</h2>
        {(['billing', 'statement'] as const).map((name) => (
          <div key={name} className="shown">
            <Point name={name} />
            <OfficePicture name={name} />
          </div>
        ))}
        <div className="points">
          {(['counter', 'remind', 'give'] as const).map((name) => (
            <Point key={name} name={name} />
          ))}
        </div>
      </section>
      <section>
        <h2>{t('front.home.parents.title')}</h2>
        <p className="said">{t('front.home.parents.text')}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, and must be reached by keys */}
        <ol className="phones" tabIndex={0}>
          {phonePictures.map((name) => (
            <li key={name}>
              <h3>{t(`front.home.parents.${name}`)}</h3>
              <PhonePicture name={name} alt={t(`front.picture.${name}`)} />
            </li>
          ))}
        </ol>
      </section>
      <section id="prices">
        <h2>{t('front.cost_title')}</h2>
        {isOpen ? (
          <>
            <OfferPrices offers={offers} />
            <p className="quiet">{t('front.cost_fee')}</p>
            <p>
              <a href={paths.front.packages()}>{t('front.compare')}</a>
            </p>
          </>
        ) : (
          <p>{t('front.no_packages_hint')}</p>
        )}
      </section>
      <section>
        <h2>{t('front.home.trust.title')}</h2>
        <div className="points">
          {(['payout', 'two', 'data', 'language'] as const).map((name) => (
            <div key={name}>
              <h3>{t(`front.home.trust.${name}.title`)}</h3>
              <p>{t(`front.home.trust.${name}.text`)}</p>
            </div>
          ))}
        </div>
      </section>
      {isOpen && (
        <section className="last">
          <h2>{t('front.home.begin.title')}</h2>
          <p>{t('front.home.begin.text')}</p>
          <p className="actions">
            <Register />
          </p>
        </section>
      )}
    </NarrowFrame>
  )
}

function Register() {
  const { t } = useTranslation()
  return (
    <LinkButton href={paths.front.start()} look="primary">
      {t('front.begin_title')}
    </LinkButton>
  )
}

/** One thing that the office no longer does by hand. */
function Point({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <div>
      <h3>{t(`front.home.office.${name}.title`)}</h3>
      <p>{t(`front.home.office.${name}.text`)}</p>
    </div>
  )
}
