import { isRouteErrorResponse, Outlet, useMatches, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HelperBanner } from '#app/ui/platform/help/HelpVisits.tsx'
import { linkIn } from './i18n/link-language.ts'
import { languageTag, locales } from './i18n/locales.ts'
import type { Handle } from './server/routing/trees.ts'
import frontCss from './styles/front.css?inline'
import helpCss from './styles/help.css?inline'
import journeyCss from './styles/journey.css?inline'
import staffCss from './styles/lunas.css?url'
import markingCss from './styles/marking.css?inline'
import offersCss from './styles/offers.css?inline'
import paperCss from './styles/paper.css?inline'
import payingCss from './styles/paying.css?inline'
import publicCss from './styles/public.css?inline'
import statusCss from './styles/status.css?inline'
import { backgroundStyle, brandStyle } from './ui/core/layout/brand.ts'
import { ErrorPage } from './ui/core/page/ErrorPage.tsx'
import { usePage } from './ui/core/page-context.tsx'

/** The document around every page. Public pages carry their stylesheet inside, so that a first visit is one trip. */
export function Layout({ children }: { children: ReactNode }) {
  const { locale, nonce, organisation, origin, path, user } = usePage()
  const { t } = useTranslation()
  const matches = useMatches()
  const handles = matches.map((match) => match.handle as Partial<Handle> | undefined)
  const failed = Boolean(useRouteError())
  const look = failed
    ? user
      ? 'staff'
      : 'public'
    : (handles.findLast((handle) => handle?.look)?.look ?? 'public')
  const key = handles.findLast((handle) => handle?.title)?.title
  const given = handles.at(-1)?.titled && (matches.at(-1)?.data as { title: string } | null)?.title
  const title = given || (key && t(key))
  const { statuses, timeline, pays, offers, front, marks, help, description } =
    (!failed && handles.at(-1)) || {}
  const own = [
    ...(look === 'public' ? [publicCss] : []),
    ...(look === 'public' && statuses !== false ? [statusCss] : []),
    ...(look === 'public' && timeline ? [journeyCss] : []),
    ...(look === 'public' && pays ? [payingCss] : []),
    ...(look === 'public' && offers ? [offersCss] : []),
    ...(look === 'public' && front ? [frontCss] : []),
    ...(look === 'paper' ? [paperCss] : []),
    ...(look !== 'staff' && help ? [helpCss] : []),
    ...(look === 'staff' && marks ? [markingCss] : []),
    brandStyle(organisation.colour) ?? '',
    look === 'public' ? backgroundStyle(organisation.background) : '',
  ].filter(Boolean)
  return (
    <html lang={languageTag(locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title && !failed ? `${title} · ${organisation.name}` : organisation.name}</title>
        {description && <Description of={description} at={origin + path.split('?')[0]} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {look === 'staff' ? <link rel="stylesheet" href={staffCss} /> : null}
        {own.length > 0 ? <Style nonce={nonce} css={own.join('')} /> : null}
      </head>
      <body>
        <HelperBanner />
        {children}
      </body>
    </html>
  )
}

/** What a search engine shows of a page, and where it finds the page in each language. */
function Description({ of, at }: { of: string; at: string }) {
  const { t } = useTranslation()
  return (
    <>
      <meta name="description" content={t(of)} />
      <link rel="alternate" hrefLang="x-default" href={at} />
      {locales.map((one) => (
        <link key={one} rel="alternate" hrefLang={languageTag(one)} href={linkIn(one, at)} />
      ))}
    </>
  )
}

function Style({ nonce, css }: { nonce: string; css: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet; React would escape its quotes
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error)) {
    const { code, values } = (error.data ?? {}) as { code?: string; values?: Record<string, string> }
    return <ErrorPage status={error.status} code={code} values={values} />
  }
  return <ErrorPage status={500} />
}
