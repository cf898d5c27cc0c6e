import type { Locale } from '#app/i18n/locales.ts'
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

/** Of one language; a word without a plural says the singular for many, too. */
export type Labels = Partial<Record<LabelKey, { one: string; other?: string | undefined }>>

export type LabelsByLocale = Readonly<Record<string, Labels>>

/** Equal words have an equal digest, whoever chose them; `version` counts the changes. */
export interface TenantLabels {
  version: number
  digest: string
  byLocale: LabelsByLocale
}

/** For what is kept by name: equal names say equal things. */
export function spokenAs(locale: Locale, labels: TenantLabels | undefined): string {
  return labels?.digest ? `${locale}.${labels.digest.slice(0, 16)}` : locale
}

export const longestLabel = 80

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
