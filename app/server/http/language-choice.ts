import { languageParameter } from '#app/i18n/link-language.ts'
import { isLocale, type Locale } from '#app/i18n/locales.ts'
import { languageCookie } from './cookies.ts'

/**
 * A language and where it comes from. `switch`: a choice of somebody who was not signed in, which the account of the next
 * person who signs in takes over. `link`: named by a link in a mail, which only an account without a choice of its own
 * takes over. `account`: the language of the last account in this browser, for the sign-in page; no account takes it over.
 */
export interface LanguageChoice {
  locale: Locale
  from: 'switch' | 'link' | 'account'
}

/**
 * The language that a browser remembers or a link names; `isNew` when the browser is to remember it. What was chosen with
 * the switch counts before the language of a link, except on the sign-in pages, where a link is such a choice.
 */
export async function languageChoice(
  request: Request,
): Promise<(LanguageChoice & { isNew: boolean }) | undefined> {
  const remembered = await rememberedLanguage(request)
  const locale = linkedLanguage(request)
  if (!locale) return remembered && { ...remembered, isNew: false }
  if (isSignIn(new URL(request.url).pathname)) return { locale, from: 'switch', isNew: true }
  if (remembered?.from === 'switch') return { ...remembered, isNew: false }
  return { locale, from: 'link', isNew: true }
}

/** The cookie that remembers a choice. */
export function rememberLanguage({ locale, from }: LanguageChoice): Promise<string> {
  return languageCookie.serialize(from === 'switch' ? locale : { locale, from })
}

async function rememberedLanguage(request: Request): Promise<LanguageChoice | undefined> {
  const value: unknown = await languageCookie.parse(request.headers.get('cookie'))
  if (isLocale(value)) return { locale: value, from: 'switch' }
  if (typeof value !== 'object' || value === null) return undefined
  const { locale, from } = value as Partial<LanguageChoice>
  return isLocale(locale) && (from === 'link' || from === 'account') ? { locale, from } : undefined
}

function linkedLanguage({ method, url }: Request): Locale | undefined {
  if (method !== 'GET' || !url.includes(`${languageParameter}=`)) return undefined
  const named = new URL(url).searchParams.get(languageParameter)
  return isLocale(named) ? named : undefined
}

const isSignIn = (path: string) => /^\/(admin\/)?login(\/|$)/.test(path)
