import type { i18n } from 'i18next'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import type { ReceiptSize } from '#app/domain/core/documents/document.ts'
import { languageTag } from '#app/i18n/locales.ts'
import { brandStyle } from '#app/ui/core/layout/brand.ts'
import { isolateRightToLeft } from '#app/ui/core/text/isolate.ts'
import { families } from './families.ts'
import { paperCss } from './paper-css.ts'
import { sheetCss } from './sizes/receipt-size.ts'

export interface Paper {
  /** Title of the file's window, and what it is called in a reader's list of documents. */
  title: string
  /** Its words: a language, as the organisation speaks it. */
  i18n: i18n
  /** The organisation's colour, `#rrggbb`. */
  colour: string | null
  /** The sheet; A4 unless told. */
  size?: ReceiptSize | undefined
  /** A document of this folder; its images are `data:` addresses. */
  page: ReactElement
  /** People read the text itself, too, and not only what is printed of it. */
  onScreen?: boolean
}

/** Forbids what the printer refuses anyway: to load or to run anything that is not in the document itself. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** The margins of a sheet are no part of its body. */
const family = `font-family:${families.map((name) => `"${name}",`).join('')}sans-serif`
const fonts = `body{${family}}@page list{@bottom-right{${family}}}@page landscape{@bottom-right{${family}}}`

/**
 * Nobody sees it before it is on paper, for which it is laid out anew: to do so for a screen first is a third of the work. Its
 * head stays, so that pictures are there when it is printed.
 */
const unseen = '@media screen{.paper>:not(.letterhead){display:none}}'

/** A document as one complete HTML text for the PDF printer, which reaches nothing outside of it. */
export function htmlOf({ title, i18n, colour, size = 'a4', page, onScreen = false }: Paper): string {
  return shell({ title, i18n, colour, onScreen }, sheetCss[size], markupOf(i18n, page))
}

/** One of many documents that become one text by {@link htmlOfMany}. */
export function markupOf(i18n: i18n, page: ReactElement): string {
  return isolateRightToLeft(renderToStaticMarkup(<I18nextProvider i18n={i18n}>{page}</I18nextProvider>))
}

/** What each of many documents has in place of its logo, which is in the text once. */
export const sharedLogo = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/**
 * Many documents as one text, each on sheets of its own, as they look alone. Theirs is one logo, a `data:` address, which
 * is drawn wherever a document has {@link sharedLogo}: a picture in each of them would be most of the text.
 */
export function htmlOfMany(
  { logo, ...paper }: Omit<Paper, 'page'> & { logo: string | null },
  documents: readonly string[],
): string {
  return shell(paper, logo ? `.letterhead .logo{content:url("${logo}")}` : '', documents.join(''))
}

function shell(
  { title, i18n, colour, onScreen = false }: Omit<Paper, 'page'>,
  extra: string,
  body: string,
): string {
  const css = paperCss() + fonts + (onScreen ? '' : unseen) + brandStyle(colour) + extra
  const html = renderToStaticMarkup(
    <html lang={languageTag(i18n.language)}>
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="content-security-policy" content={policy} />
        <title>{title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet; React would escape its quotes */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what React has made of our documents */}
      <body dangerouslySetInnerHTML={{ __html: body }} />
    </html>,
  )
  return `<!doctype html>${html}`
}
