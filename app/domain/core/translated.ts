import type { TFunction } from 'i18next'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Locale } from '#app/i18n/locales.ts'
import type { PlainFact, Words } from './facts.ts'

/**
 * Languages in which an organisation may say the names that families read. A field such as `name` holds what it wrote
 * first, usually in its own language; `name_en` and `name_my` hold the same in one language each, or nothing.
 */
export const translatedLocales = ['en', 'my'] as const
export type TranslatedLocale = (typeof translatedLocales)[number]

type Columns<F extends string, Value> = { [K in `${F}_${TranslatedLocale}`]: Value }

/** Optional fields of a form for a text in each language; `schema` is that of the text itself. */
export function translatedFields<F extends string, S extends z.ZodType>(
  field: F,
  schema: S,
): Columns<F, z.ZodOptional<S>> {
  const entries = translatedLocales.map((locale) => [`${field}_${locale}`, schema.optional()])
  return Object.fromEntries(entries) as Columns<F, z.ZodOptional<S>>
}

/** The words of each language. */
export type WordsOf = (locale: Locale) => TFunction

/**
 * A name with which an organisation begins: in its own language, and in the others. Its own has no translation, so that
 * nothing old is read after the name was changed.
 */
export const starterName =
  (wordsOf: WordsOf, own: Locale) =>
  (key: string): { name: string } & Partial<Columns<'name', string>> => ({
    name: wordsOf(own)(key as never) as string,
    ...(Object.fromEntries(
      translatedLocales
        .filter((locale) => locale !== own)
        .map((locale) => [`name_${locale}`, wordsOf(locale)(key as never)]),
    ) as Partial<Columns<'name', string>>),
  })

const isTranslated = (locale: Locale): locale is TranslatedLocale =>
  translatedLocales.some((one) => one === locale)

/** A column such as `program.name` in a reader's language, as SQL; what was written first where there is no other. */
export function columnIn(column: string, locale: Locale | undefined): RawBuilder<string> {
  if (!locale || !isTranslated(locale)) return sql<string>`${sql.ref(column)}`
  return sql<string>`coalesce(${sql.ref(`${column}_${locale}`)}, ${sql.ref(column)})`
}

/** The same in the language that a query finds, such as that of a parent. */
export function columnInFound(column: string, locale: RawBuilder<unknown>): RawBuilder<string> {
  const cases = translatedLocales.map((one) => sql`when ${sql.lit(one)} then ${sql.ref(`${column}_${one}`)}`)
  return sql<string>`coalesce(case ${locale} ${sql.join(cases, sql` `)} end, ${sql.ref(column)})`
}

/** The same of a row that has been read with the columns of all languages. */
export function textIn<F extends string>(
  row: { [K in F]: string | null } & Partial<Columns<F, string | null | undefined>>,
  field: F,
  locale: Locale,
): string | null {
  const own = isTranslated(locale)
    ? (row as Record<string, string | null | undefined>)[`${field}_${locale}`]
    : null
  return own ?? row[field]
}

/** The texts in each language that there is one in, as facts of the noun's page. */
export const translationFacts = (
  row: object,
  noun: string,
  fields: readonly string[],
  t: Words,
): PlainFact[] =>
  fields
    .flatMap((field) => translatedLocales.map((locale) => `${field}_${locale}`))
    .flatMap((column) => {
      const value = (row as Record<string, unknown>)[column]
      return typeof value === 'string' ? [{ label: t(`${noun}.${column}`), value }] : []
    })
