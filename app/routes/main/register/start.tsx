import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { offers, priceOf } from '#app/domain/platform/packages/find-packages.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { OfferPrices } from '#app/ui/platform/front/Offers.tsx'

/** Where an organisation begins to register: what it costs, what it needs, and what follows. */
export const handle = {
  access: 'guest',
  title: 'front.begin_title',
  description: 'front.begin_description',
  look: 'public',
  statuses: false,
  offers: true,
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  return { offered: (await offers(await context.read())).map(priceOf) }
}

export default function Register() {
  const { offered } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <NarrowFrame
      links={[
        { label: t('auth.organisation.title'), href: paths.organisation.ask() },
        { label: t('auth.sign_in_operator'), href: paths.admin.login() },
      ]}
    >
      <header>
        <a className="back" href={paths.admin.home()}>
          {t('front.what_is')}
        </a>
        <h1>{t('front.begin_title')}</h1>
      </header>
      {offered.length > 0 ? (
        <Open offered={offered} />
      ) : (
        <>
          <p>{t('front.no_packages_hint')}</p>
          <p className="actions">
            <LinkButton href={paths.organisation.ask()} look="primary">
              {t('auth.organisation.title')}
            </LinkButton>
            <a href={paths.front.continue()}>{t('front.resume_title')}</a>
          </p>
        </>
      )}
    </NarrowFrame>
  )
}

function Open({ offered }: ReturnType<typeof useLoaderData<typeof loader>>) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('front.begin_text')}</p>
      <div className="actions">
        <PostButton action={paths.front.begin()} look="primary">
          {t('front.begin')}
        </PostButton>
        <a href={paths.front.continue()}>{t('front.resume_title')}</a>
      </div>
      <Section
        title={t('front.cost_title')}
        actions={<a href={paths.front.packages()}>{t('front.compare')}</a>}
      >
        <OfferPrices offers={offered} />
        <p className="quiet">{t('front.cost_fee')}</p>
      </Section>
      <Section title={t('front.needed_title')}>
        <ul>
          {(['papers', 'bank', 'name'] as const).map((need) => (
            <li key={need}>{t(`front.needed.${need}`)}</li>
          ))}
        </ul>
      </Section>
      <Section title={t('front.after_title')}>
        <ol>
          {(['check', 'decide', 'set_up', 'bill'] as const).map((step) => (
            <li key={step}>{t(`front.after.${step}`)}</li>
          ))}
        </ol>
      </Section>
      <PostButton action={paths.front.begin()} look="primary">
        {t('front.begin')}
      </PostButton>
    </>
  )
}
