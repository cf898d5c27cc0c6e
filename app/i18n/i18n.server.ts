import { createInstance, type i18n, type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { RemixI18Next } from 'remix-i18next/server'
import { languageCookie } from '#app/server/cookies.ts'
import { type AppLocale, defaultLocale, isLocale, languageTag, localeOfTag, locales } from './locales.ts'
import { resources } from './resources.ts'

const options = {
  resources: Object.fromEntries(locales.map((locale) => [locale, { translation: resources[locale]! }])),
  supportedLngs: [...locales],
  fallbackLng: defaultLocale,
  interpolation: { escapeValue: false },
  initImmediate: false,
  returnNull: false,
  react: { useSuspense: false },
}

const instances = new Map(locales.map((locale) => [locale, instanceOf(locale)]))

function instanceOf(locale: AppLocale): i18n {
  const instance = createInstance().use(initReactI18next)
  void instance.init({ ...options, lng: locale })
  countAsTagSays(instance)
  return remembering(instance, locale)
}

/** Which numbers a language tells apart follows from its tag; our keys of languages mean nothing to Intl. */
function countAsTagSays(instance: i18n): void {
  const rules = new Map<string, Intl.PluralRules>()
  instance.services.pluralResolver.getRule = (locale: AppLocale, { ordinal = false } = {}) => {
    const key = `${locale} ${ordinal}`
    if (!rules.has(key))
      rules.set(key, new Intl.PluralRules(languageTag(locale), { type: ordinal ? 'ordinal' : 'cardinal' }))
    return rules.get(key)
  }
}

/** Sentences without placeholders are looked up once: a list asks for the same heading in every row. */
function remembering(instance: i18n, locale: AppLocale): i18n {
  const looked = instance.getFixedT(locale)
  const known = new Map<string, string>()
  const t = ((key: string, values?: object) => {
    if (!isAlwaysTheSame(values) || typeof key !== 'string') return looked(key, values as never)
    let sentence = known.get(key)
    if (sentence === undefined) {
      sentence = String(looked(key, values as never))
      if (known.size < 5_000) known.set(key, sentence)
    }
    return sentence
  }) as TFunction
  const fixed = instance.getFixedT.bind(instance)
  const own: i18n['getFixedT'] = (...args: Parameters<i18n['getFixedT']>) =>
    args[2] === undefined && (!args[0] || args[0] === locale) ? (t as never) : fixed(...args)
  return Object.assign(instance, { getFixedT: own })
}

/** No values, or only what to say when there is no such sentence; that depends on the key alone. */
function isAlwaysTheSame(values: object | undefined): boolean {
  if (values === undefined) return true
  for (const name in values) if (name !== 'defaultValue') return false
  return true
}

/** The i18next instance of a language; made once, because a new one for each request costs more than the page. */
export function i18nOf(locale: AppLocale): i18n {
  return instances.get(locale) ?? instances.get(defaultLocale)!
}

/** Browsers ask for Malay as `ms`. */
const detector = new RemixI18Next({
  detection: {
    supportedLanguages: locales.map((locale) => languageTag(locale).split('-')[0]!),
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
  return (asked && localeOfTag(asked)) || fallback
}
