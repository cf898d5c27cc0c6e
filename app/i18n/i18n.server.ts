import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { RemixI18Next } from 'remix-i18next/server'
import { languageCookie } from '#app/server/cookies.ts'
import { type AppLocale, defaultLocale, isLocale, locales } from './locales.ts'
import { resources } from './resources.ts'

const options = {
  resources,
  supportedLngs: [...locales],
  fallbackLng: defaultLocale,
  interpolation: { escapeValue: false },
  initImmediate: false,
  returnNull: false,
  react: { useSuspense: false },
}

const instances = Object.fromEntries(locales.map((locale) => [locale, instanceOf(locale)])) as Record<
  AppLocale,
  i18n
>

function instanceOf(locale: AppLocale): i18n {
  const instance = createInstance().use(initReactI18next)
  void instance.init({ ...options, lng: locale })
  return instance
}

/** The i18next instance of a language; made once, because a new one for each request costs more than the page. */
export function i18nOf(locale: AppLocale): i18n {
  return instances[locale]
}

/** Browsers ask for Malay as `ms`. */
const detector = new RemixI18Next({
  detection: {
    supportedLanguages: ['en', 'ms'],
    fallbackLanguage: 'none',
    order: ['header'],
  },
})

/**
 * The reader's language: what was chosen with the switch, else what the browser asks for, else `fallback` (the
 * organisation's own).
 */
export async function localeOf(request: Request, fallback: AppLocale): Promise<AppLocale> {
  const chosen = await languageCookie.parse(request.headers.get('cookie'))
  if (isLocale(chosen)) return chosen
  const asked = await detector.getLocale(request)
  if (asked === 'ms') return 'my'
  return asked === 'en' ? 'en' : fallback
}
