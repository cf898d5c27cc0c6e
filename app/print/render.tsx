import type { i18n } from 'i18next'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { languageTag } from '#app/i18n/locales.ts'
import { brandStyle } from '#app/ui/layout/brand.ts'
import { families } from './families.ts'
import { paperCss } from './paper-css.server.ts'

export interface Paper {
  /** Title of the file's window, and what it is called in a reader's list of documents. */
  title: string
  /** Its words: a language, as the organisation speaks it. */
  i18n: i18n
  /** The organisation's colour, `#rrggbb`. */
  colour: string | null
  /** A document of this folder; its images are `data:` addresses. */
  page: ReactElement
}

/** Forbids what the printer refuses anyway: to load or to run anything that is not in the document itself. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** The margins of a sheet are no part of its body. */
const family = `font-family:${families.map((name) => `"${name}",`).join('')}sans-serif`
const fonts = `body{${family}}@page list{@bottom-right{${family}}}@page landscape{@bottom-right{${family}}}`

/** A document as one complete HTML text for the PDF printer, which reaches nothing outside of it. */
export function htmlOf({ title, i18n, colour, page }: Paper): string {
  const css = paperCss() + fonts + brandStyle(colour)
  const html = renderToStaticMarkup(
    <html lang={languageTag(i18n.language)}>
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="content-security-policy" content={policy} />
        <title>{title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet; React would escape its quotes */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <I18nextProvider i18n={i18n}>{page}</I18nextProvider>
      </body>
    </html>,
  )
  return `<!doctype html>${html}`
}
