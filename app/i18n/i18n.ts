import { createInstance, type i18n, type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { RemixI18Next } from 'remix-i18next/server'
import {
  type LabelKey,
  type LabelsByLocale,
  labelKeys,
  type TenantLabels,
} from '#app/domain/core/labels/label.ts'
import type { Nouns } from '#app/domain/core/labels/spoken.ts'
import { languageChoice } from '#app/server/http/language-choice.ts'
import { defaultLocale, knownLocale, type Locale, languageTag, localeOfTag, locales } from './locales.ts'
import { withNouns } from './nouns.ts'
import { asksMore, filled, type Values } from './placeholders.ts'
import { resources } from './resources.ts'
import type { Sentences } from './sentences.ts'

const options = {
  supportedLngs: [...locales],
  fallbackLng: defaultLocale,
  interpolation: { escapeValue: false, skipOnVariables: true },
  initImmediate: false,
  returnNull: false,
  react: { useSuspense: false },
}

const instances = new Map(locales.map((locale) => [locale, instanceOf(locale)]))

/** The ones used last; by what they say, not by whose they are. */
const spoken = new Map<string, i18n>()
const mostSpoken = 100

/**
 * Made once and kept, because a new instance for each request costs more than the page. This is the only way to words:
 * pages, mails, PDFs and files take it.
 */
export function i18nOf(locale: Locale, labels?: TenantLabels): i18n {
  const known = knownLocale(locale)
  const own = labels && (labels.byLocale[known] ?? labels.byLocale[defaultLocale])
  if (!own) return instances.get(known)!
  const name = `${known} ${labels.digest}`
  const instance = spoken.get(name) ?? instanceOf(known, labels.byLocale)
  // what was used last stands last, and what stands first goes
  spoken.delete(name)
  spoken.set(name, instance)
  if (spoken.size > mostSpoken) spoken.delete(spoken.keys().next().value!)
  return instance
}

/** The words of a language, as organisations that have none of their own read them. */
export const productWordsOf = (locale: Locale): TFunction => i18nOf(locale).getFixedT(locale) as TFunction

export function sentencesOf(locale: Locale, labels?: LabelsByLocale): Sentences {
  return withNouns(resources[locale]!, nounsOf(locale, labels), locale)
}

/**
 * The organisation's own words in this language, else the product's. A word of another language is never borrowed,
 * since it would stand in the middle of a sentence of this one.
 */
export function nounsOf(locale: Locale, labels: LabelsByLocale = {}): Nouns {
  const usual = (key: LabelKey) => {
    const words = (language: Locale) => resources[language]?.label as unknown as Partial<Nouns> | undefined
    return words(locale)?.[key] ?? words(defaultLocale)![key]!
  }
  const entries = labelKeys.map((key) => {
    const own = labels[locale]?.[key]
    return [key, own ? { one: own.one, other: own.other ?? own.one } : usual(key)]
  })
  return Object.fromEntries(entries)
}

function instanceOf(locale: Locale, labels?: LabelsByLocale): i18n {
  const instance = createInstance().use(initReactI18next)
  const spoken = [...new Set([locale, defaultLocale])].map((one) => [
    one,
    { translation: sentencesOf(one, labels) },
  ])
  void instance.init({ ...options, resources: Object.fromEntries(spoken), lng: locale })
  countAsTagSays(instance)
  // Sentences never call for another sentence, so that no word that somebody typed can.
  instance.services.interpolator.nest = (sentence: string) => sentence
  return remembering(instance, locale)
}

/** Which numbers a language tells apart follows from its tag; our keys of languages mean nothing to Intl. */
function countAsTagSays(instance: i18n): void {
  const rules = new Map<string, Intl.PluralRules>()
  instance.services.pluralResolver.getRule = (locale: Locale, { ordinal = false } = {}) => {
    const key = `${locale} ${ordinal}`
    if (!rules.has(key))
      rules.set(key, new Intl.PluralRules(languageTag(locale), { type: ordinal ? 'ordinal' : 'cardinal' }))
    return rules.get(key)
  }
}

/**
 * Sentences are looked up once, those that count once for each form of their plural: a list asks for the same heading in
 * every row. Their placeholders are filled in here, since i18next puts a sentence together anew at each call.
 */
function remembering(instance: i18n, locale: Locale): i18n {
  const looked = instance.getFixedT(locale) as (key: string, values?: object) => string
  const { pluralResolver } = instance.services
  // Zero may have a sentence of its own, whatever form its language has for it.
  const formOf = (count: number) => (count === 0 ? '_zero' : pluralResolver.getSuffix(locale, count))
  const known = new Map<string, string>()
  const t = ((key: string, values?: Values) => {
    if (typeof key !== 'string' || asksMore(values)) return looked(key, values)
    const { count, defaultValue } = values ?? {}
    const counted = typeof count === 'number' ? `${key} ${formOf(count)}` : key
    const name = defaultValue === undefined ? counted : `${counted} ${defaultValue}`
    let sentence = known.get(name)
    if (sentence === undefined) {
      sentence = String(looked(key, { count, defaultValue, skipInterpolation: true }))
      if (known.size < 5_000) known.set(name, sentence)
    }
    return values ? filled(sentence, values, locale) : sentence
  }) as TFunction
  const fixed = instance.getFixedT.bind(instance)
  const own: i18n['getFixedT'] = (...args: Parameters<i18n['getFixedT']>) =>
    args[2] === undefined && (!args[0] || args[0] === locale) ? t : fixed(...args)
  return Object.assign(instance, { getFixedT: own })
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
 * The language that this browser remembers or the link names, else what the browser asks for, else `fallback` (the
 * organisation's own).
 */
export async function localeOf(request: Request, fallback: Locale): Promise<Locale> {
  const choice = await languageChoice(request)
  if (choice) return choice.locale
  const asked = await detector.getLocale(request)
  return (asked && localeOfTag(asked)) || fallback
}
