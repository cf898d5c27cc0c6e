import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { offers } from '#app/domain/platform/packages/find-packages.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { OfferCards, OfferFeatures } from '#app/ui/platform/front/Offers.tsx'

/** The packages side by side; only those that are on offer. */
export const handle = {
  access: 'guest',
  title: 'front.packages',
  look: 'public',
  offers: true,
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  return { offered: await offers(await context.read()) }
}

export default function Packages() {
  const { offered } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <NarrowFrame>
      <header>
        <a className="back" href={paths.front.start()}>
          {t('front.back')}
        </a>
        <h1>{t('front.packages')}</h1>
        <p className="quiet">{t('front.packages_hint')}</p>
      </header>
      {offered.length === 0 ? (
        <EmptyState title={t('front.no_packages')} hint={t('front.no_packages_hint')} />
      ) : (
        <>
          <OfferCards offers={offered} />
          <Section title={t('front.features')}>
            <OfferFeatures offers={offered} />
          </Section>
        </>
      )}
    </NarrowFrame>
  )
}
