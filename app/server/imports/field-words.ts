import type { TFunction } from 'i18next'
import type { ImportField } from '#app/domain/enrolment/imports/kind.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { type Locale, locales } from '#app/i18n/locales.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** What a field is called, with whose it is: `Parent 1: Phone`. */
export const wordOf = ({ label, of }: ImportField, t: TFunction): string =>
  of ? t('import.of_field', { of: t(of), field: t(label) }) : t(label)

/** In every language, so that a template of any is understood. */
export const wordsOf =
  ({ labels }: Pick<RequestContext, 'labels'>) =>
  (field: ImportField): string[] =>
    locales.map((locale) => wordOf(field, i18nOf(locale, labels).t))

/** The same without whose it is, as in a list that somebody keeps of students alone. */
export const bareWordsOf =
  ({ labels }: Pick<RequestContext, 'labels'>) =>
  ({ label }: ImportField): string[] =>
    locales.map((locale) => i18nOf(locale, labels).t(label))

export const fixedT = ({ labels }: Pick<RequestContext, 'labels'>, locale: Locale): TFunction =>
  i18nOf(locale, labels).t
