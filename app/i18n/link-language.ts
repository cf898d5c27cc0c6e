import type { Locale } from './locales.ts'

/** The parameter by which a link names its reader's language: `/invoice/status/abc?lng=my`. */
export const languageParameter = 'lng'

/** An address for a reader of a language; whoever opens it and has not chosen another one reads it in that language. */
export function linkIn(locale: Locale, url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${languageParameter}=${locale}`
}
