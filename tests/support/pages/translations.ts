import i18next, { type i18n, type Resource } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { sentencesOf } from '#app/i18n/i18n.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** The product's own words in one language, and whatever else a test needs, for components drawn outside the app. */
export async function translations(locale: Locale = 'en', more: Record<string, unknown> = {}): Promise<i18n> {
  const instance = i18next.createInstance()
  const own = sentencesOf(locale)
  await instance.use(initReactI18next).init({
    lng: locale,
    resources: { [locale]: { translation: { ...own, ...more } } } as Resource,
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  } as Parameters<i18n['init']>[0])
  return instance
}
