import { z } from 'zod'
import { settingVersion, text } from '#app/domain/core/fields.ts'
import { type Locale, locales } from '#app/i18n/locales.ts'

/** In the order of the form. */
export const labelGroups = {
  people: ['student', 'parent', 'trainer', 'staff'],
  places: ['school', 'branch', 'department'],
  learning: [
    'program',
    'category',
    'module',
    'subject',
    'class',
    'session',
    'attendance',
    'application',
    'enrolment',
  ],
  money: ['invoice', 'receipt', 'fee', 'discount', 'subsidy', 'payment', 'collection'],
  more: ['announcement', 'infaq', 'zakat'],
} as const

export type LabelGroup = keyof typeof labelGroups
export type LabelKey = (typeof labelGroups)[LabelGroup][number]
export const labelKeys = Object.values(labelGroups).flat() as LabelKey[]

export interface Noun {
  one: string
  other: string
}

/** The words of one language; without a plural the singular serves for many, too. */
export type Labels = Partial<Record<LabelKey, { one: string; other?: string | undefined }>>

export type LabelsByLocale = Readonly<Record<string, Labels>>

/** Equal words have an equal digest, in any organisation; `version` counts the changes. */
export interface TenantLabels {
  version: number
  digest: string
  byLocale: LabelsByLocale
}

/** A cache key: the language, and the digest of the organisation's own words. */
export function spokenAs(locale: Locale, labels: TenantLabels | undefined): string {
  return labels?.digest ? `${locale}.${labels.digest.slice(0, 16)}` : locale
}

const longestLabel = 80

/** What sentences call the plural, `[students]`. Some nouns have none in English, yet need a name here. */
export const pluralTokens: Record<LabelKey, string> = {
  student: 'students',
  parent: 'parents',
  trainer: 'trainers',
  staff: 'staffs',
  school: 'schools',
  branch: 'branches',
  department: 'departments',
  program: 'programs',
  category: 'categories',
  module: 'modules',
  subject: 'subjects',
  class: 'classes',
  session: 'sessions',
  attendance: 'attendances',
  application: 'applications',
  enrolment: 'enrolments',
  invoice: 'invoices',
  receipt: 'receipts',
  fee: 'fees',
  discount: 'discounts',
  subsidy: 'subsidies',
  payment: 'payments',
  collection: 'collections',
  announcement: 'announcements',
  infaq: 'infaqs',
  zakat: 'zakats',
}

/** Characters that mean something to a page, to our sentences or to the direction of a line; no word needs them. */
const plain = /^[^<>{}[\]\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*$/

/** A word of the organisation's own: plain text with a letter in it, which is shown as it is and never evaluated. */
export const word = text({ max: longestLabel })
  .regex(plain, 'label.plain')
  .refine((value) => !/\$t\(|&#?\w+;/.test(value), 'label.plain')
  .refine((value) => /\p{L}/u.test(value), 'label.letter')

export const localeField = z.enum(locales)

/** Own words of one language as a call sends them; what is left out is said in the product's words. */
export const labelsInput = z.strictObject(
  Object.fromEntries(
    labelKeys.map((key) => [key, z.strictObject({ one: word, other: word.optional() }).optional()]),
  ) as Record<LabelKey, z.ZodOptional<z.ZodObject<{ one: typeof word; other: z.ZodOptional<typeof word> }>>>,
)

const fieldNames = labelKeys.flatMap((key) => [`${key}_one`, `${key}_other`] as const)
export type LabelField = `${LabelKey}_${'one' | 'other'}`

/** The page's form: two fields for each noun, empty ones for the product's own words. */
export const labelForm = z
  .object({
    locale: localeField,
    version: settingVersion,
    intent: z.enum(['preview', 'save']),
    ...(Object.fromEntries(fieldNames.map((name) => [name, word.optional()])) as Record<
      LabelField,
      z.ZodOptional<typeof word>
    >),
  })
  .superRefine((input, context) => {
    for (const key of labelKeys)
      if (input[`${key}_other`] && !input[`${key}_one`])
        context.addIssue({ code: 'custom', path: [`${key}_one`], message: 'label.singular_missing' })
  })

/** What the fields of the form say, as own words. */
export function labelsOfForm(input: Partial<Record<LabelField, string | undefined>>): Labels {
  return Object.fromEntries(
    labelKeys.flatMap((key) => {
      const one = input[`${key}_one`]
      const other = input[`${key}_other`]
      return one ? [[key, other ? { one, other } : { one }]] : []
    }),
  )
}

/** The fields of the form for own words. */
export function fieldsOfLabels(labels: Labels): Partial<Record<LabelField, string>> {
  return Object.fromEntries(
    Object.entries(labels).flatMap(([key, { one, other }]) => [
      [`${key}_one`, one],
      ...(other ? [[`${key}_other`, other]] : []),
    ]),
  )
}

/** Back to the product's words: one noun's, or all of a language. */
export const labelResetForm = z.object({
  locale: localeField,
  version: settingVersion,
  key: z.enum(labelKeys).optional(),
})
