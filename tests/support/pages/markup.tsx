import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import type { Locale } from '#app/i18n/locales.ts'
import { translations } from './translations.ts'

/** What a component becomes in the page, in one language; `words` are groups of words that only the test has. */
export async function markup(
  element: ReactElement,
  { locale = 'en', words = {} }: { locale?: Locale; words?: Record<string, unknown> } = {},
): Promise<string> {
  const i18n = await translations(locale, words)
  return renderToStaticMarkup(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>)
}

/** The opening tag of the first element that has all of these pieces in it. */
export function tagWith(html: string, ...pieces: string[]): string {
  const tag = html
    .match(/<[a-z][^>]*>/g)
    ?.find((candidate) => pieces.every((piece) => candidate.includes(piece)))
  if (!tag) throw new Error(`no element with ${pieces.join(' and ')} in ${html}`)
  return tag
}
