import { z } from 'zod'
import { formatDate } from '#app/domain/core/dates.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { code, plainDate, text, version } from '#app/domain/core/fields.ts'
import { formatPercent, formatRinggit, percent, ringgit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** The first three are granted automatically, the others by somebody. */
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

/** Granted automatically. */
export const automaticTypes: ReadonlySet<DiscountType> = new Set(['sibling', 'multi_subject', 'early'])

/** Whether it is granted to students one by one. */
export const isGivenOnly = ({ type, by_income }: { type: string; by_income: boolean }) =>
  !by_income && !automaticTypes.has(type as DiscountType)

/** Granted to students one by one. */
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

/** The value as people read it: `10%`, `RM50.00`, and of siblings from the second child on `10%, 15%, 20%`. */
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

const largest = 10_000_000
const bySibling = ['second_child_bp', 'third_child_bp', 'fourth_child_bp'] as const

/** New and edit. An emptied field is written as empty; what the type of the discount does not use is refused. */
export const discountForm = z
  .object({
    code,
    name: text({ min: 2, max: 100 }),
    type: z.enum(discountTypes),
    method: z.enum(discountMethods),
    percent_bp: percent({ min: 1 }).optional(),
    amount_sen: ringgit({ min: 1, max: largest }).optional(),
    second_child_bp: percent().optional(),
    third_child_bp: percent().optional(),
    fourth_child_bp: percent().optional(),
    days_early: z.number().int().min(1).max(30).optional(),
    from_subjects: z.number().int().min(2).max(20).optional(),
    fee_category_ids: z.array(z.uuid()).max(100).optional(),
    max_amount_sen: ringgit({ min: 1, max: largest }).optional(),
    valid_from: plainDate.optional(),
    valid_to: plainDate.optional(),
    stackable: z.boolean().optional(),
    priority: z.number().int().min(0).max(999),
    needs_approval: z.boolean().optional(),
    needs_document: z.boolean().optional(),
    by_income: z.boolean().optional(),
    sponsor: text({ max: 150 }).optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine((typed, context) => {
    const say = (path: keyof typeof typed, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const used = fieldsOf(typed)
    for (const field of [...bySibling, 'percent_bp', 'amount_sen', 'days_early', 'from_subjects'] as const) {
      if (typed[field] !== undefined && !used.may.includes(field)) say(field, 'discount.not_of_type')
      if (typed[field] === undefined && used.must.includes(field)) say(field, 'input.required')
    }
    if (typed.type === 'sibling' && typed.method === 'fixed') say('method', 'discount.sibling_percent')
    if (typed.by_income && typed.type !== 'subsidy') say('by_income', 'discount.not_of_type')
    if (typed.valid_from && typed.valid_to && typed.valid_from > typed.valid_to)
      say('valid_to', 'discount.ends_before_start')
  })

/** The fields that a type and a method need, and those that they know. */
function fieldsOf({ type, method }: { type: string; method: string }) {
  if (type === 'sibling') return { must: ['second_child_bp'], may: [...bySibling] as string[] }
  const must = [method === 'percent' ? 'percent_bp' : 'amount_sen']
  if (type === 'early') must.push('days_early')
  if (type === 'multi_subject') must.push('from_subjects')
  return { must, may: must }
}
