import { formatDate } from '#app/domain/core/dates.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { formatPercent, formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** By what a family comes to a discount: the first three by themselves, the others when somebody gives it. */
export const discountTypes = [
  'sibling',
  'multi_subject',
  'early',
  'staff_child',
  'scholarship',
  'subsidy',
  'manual',
] as const
export type DiscountType = (typeof discountTypes)[number]

/** Those that nobody has to give. */
export const automaticTypes: ReadonlySet<DiscountType> = new Set(['sibling', 'multi_subject', 'early'])

/** Whether only those have it to whom somebody has given it. */
export const isGivenOnly = ({ type, by_income }: { type: string; by_income: boolean }) =>
  !by_income && !automaticTypes.has(type as DiscountType)

/** Those that a student has because somebody gave them. */
export const givenTypes = discountTypes.filter((type) => !automaticTypes.has(type))

export const discountMethods = ['percent', 'fixed'] as const

/** Percentages in basis points, amounts in sen. */
interface Value {
  type: string
  percent_bp: number | null
  amount_sen: number | null
  second_child_bp: number | null
  third_child_bp: number | null
  fourth_child_bp: number | null
}

interface Described extends Value {
  days_early: number | null
  from_subjects: number | null
  fee_categories: string | null
  max_amount_sen: number | null
  valid_from: string | null
  valid_to: string | null
  stackable: boolean
  priority: number
  needs_approval: boolean
  needs_document: boolean
  by_income: boolean
  sponsor: string | null
}

/** How much it is, as people read it: `10%`, `RM50.00`, and of siblings from the second child on `10%, 15%, 20%`. */
export function valueWords({ percent_bp, amount_sen, ...siblings }: Value): string {
  if (amount_sen !== null) return formatRinggit(amount_sen)
  const tiers = [siblings.second_child_bp, siblings.third_child_bp, siblings.fourth_child_bp]
  const said = percent_bp === null ? tiers.filter((tier) => tier !== null) : [percent_bp]
  return said.map(formatPercent).join(', ')
}

/** What a discount is, besides its code and name. */
export function discountFacts(row: Described, t: Words, locale: Locale): PlainFact[] {
  const yes = (is: boolean) => t(is ? 'common.yes' : 'common.no')
  const day = (on: string | null) => on && formatDate(on, locale)
  return [
    { label: t('discount.type'), value: t(`discount.types.${row.type}`) },
    { label: t('discount.value'), value: valueWords(row) },
    ...(row.days_early === null ? [] : [{ label: t('discount.days_early'), value: row.days_early }]),
    ...(row.from_subjects === null ? [] : [{ label: t('discount.from_subjects'), value: row.from_subjects }]),
    { label: t('discount.fee_category_ids'), value: row.fee_categories ?? t('discount.every_category') },
    {
      label: t('discount.max_amount_sen'),
      value: row.max_amount_sen === null ? null : formatRinggit(row.max_amount_sen),
    },
    { label: t('discount.valid_from'), value: day(row.valid_from) },
    { label: t('discount.valid_to'), value: day(row.valid_to) },
    { label: t('discount.stackable'), value: yes(row.stackable) },
    { label: t('discount.priority'), value: row.priority },
    { label: t('discount.needs_approval'), value: yes(row.needs_approval) },
    { label: t('discount.needs_document'), value: yes(row.needs_document) },
    ...(row.type === 'subsidy' ? [{ label: t('discount.by_income'), value: yes(row.by_income) }] : []),
    { label: t('discount.sponsor'), value: row.sponsor },
  ]
}

/** What is typed with two decimals. */
export const typedInDiscount = [
  'percent_bp',
  'amount_sen',
  'second_child_bp',
  'third_child_bp',
  'fourth_child_bp',
  'max_amount_sen',
] as const
