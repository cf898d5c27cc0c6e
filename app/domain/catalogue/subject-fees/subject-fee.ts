import { z } from 'zod'
import { formatDate } from '#app/domain/core/dates.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { plainDate, text, version } from '#app/domain/core/fields.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit, ringgit } from '#app/domain/core/money.ts'
import { type Locale, monthNames } from '#app/i18n/locales.ts'
import { frequencies } from './period.ts'

export const feeFrequencies = frequencies

/** How a partial period is billed when somebody joins or leaves in it. */
export const prorations = ['none', 'by_day', 'by_session'] as const

/** Whom a fee applies to: everybody, new students, non-citizens. */
export const appliesTo = ['all', 'new', 'foreign'] as const

export const monthNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

interface Described {
  subject: string
  fee_type: string
  amount_sen: number
  quantity: number
  frequency: string
  due_day: number
  billing_months: number[] | null
  proration: string
  apply_to: string
  starts_on: string
  ends_on: string | null
  remark: string | null
}

/** One price of a fee; what came before or after it is another row. */
interface Price {
  amount_sen: number
  frequency: string
  starts_on: string
  ends_on: string | null
  status: string
}

/** Of the prices that a fee has had. */
export const priceColumns = columnsOf<Price>()(
  { key: 'starts_on', label: 'subject_fee.starts_on', kind: 'date', room: 'who' },
  { key: 'ends_on', label: 'subject_fee.ends_on', kind: 'date' },
  { key: 'amount_sen', label: 'subject_fee.amount_sen', kind: 'money', room: 'much' },
  { key: 'frequency', label: 'subject_fee.frequency', words: 'subject_fee.frequencies' },
  { key: 'status', label: 'subject_fee.status', kind: 'status' },
)

/** Of what a class costs, on its page. */
export const classFeeColumns = columnsOf<Price & { fee_type: string }>()(
  { key: 'fee_type', label: 'subject_fee.fee_type_id', room: 'who' },
  { key: 'amount_sen', label: 'subject_fee.amount_sen', kind: 'money', room: 'much' },
  { key: 'frequency', label: 'subject_fee.frequency', words: 'subject_fee.frequencies' },
  { key: 'starts_on', label: 'subject_fee.starts_on', kind: 'date' },
  { key: 'ends_on', label: 'subject_fee.ends_on', kind: 'date', room: 'table' },
  { key: 'status', label: 'subject_fee.status', kind: 'status' },
)

/** `Jan, Feb, Mar`; undefined when it is each month. */
function monthWords(months: readonly number[] | null, locale: Locale): string | undefined {
  return months?.map((month) => monthNames(locale)[month - 1]).join(', ')
}

/** What a fee of a class is. */
export const subjectFeeFacts = (row: Described, t: Words, locale: Locale): PlainFact[] => [
  { label: t('subject_fee.subject_id'), value: row.subject },
  { label: t('subject_fee.fee_type_id'), value: row.fee_type },
  { label: t('subject_fee.amount_sen'), value: formatRinggit(row.amount_sen) },
  { label: t('subject_fee.quantity'), value: row.quantity },
  { label: t('subject_fee.frequency'), value: t(`subject_fee.frequencies.${row.frequency}`) },
  {
    label: t('subject_fee.billing_months'),
    value: monthWords(row.billing_months, locale) ?? t('subject_fee.every_month'),
  },
  { label: t('subject_fee.due_day'), value: row.due_day },
  { label: t('subject_fee.proration'), value: t(`subject_fee.prorations.${row.proration}`) },
  { label: t('subject_fee.apply_to'), value: t(`subject_fee.applies_to.${row.apply_to}`) },
  { label: t('subject_fee.starts_on'), value: formatDate(row.starts_on, locale) },
  { label: t('subject_fee.ends_on'), value: row.ends_on && formatDate(row.ends_on, locale) },
  { label: t('subject_fee.remark'), value: row.remark, wide: true },
]

/** RM0.01 to RM100,000.00 */
const price = ringgit({ min: 1, max: 10_000_000 })

/** New and edit. An emptied field is written as empty. `billing_months`: 1 to 12, none for each month. */
export const subjectFeeForm = z
  .object({
    subject_id: z.uuid(),
    fee_type_id: z.uuid(),
    amount_sen: price,
    quantity: z.number().int().min(1).max(999),
    frequency: z.enum(feeFrequencies),
    billing_months: z.array(z.coerce.number().int().min(1).max(12)).max(12).optional(),
    due_day: z.number().int().min(1).max(31),
    proration: z.enum(prorations),
    apply_to: z.enum(appliesTo),
    starts_on: plainDate,
    ends_on: plainDate.optional(),
    remark: text({ max: 200 }).optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine(({ frequency, billing_months, starts_on, ends_on }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (billing_months?.length && frequency !== 'monthly')
      say('billing_months', 'subject_fee.months_of_monthly')
    if (ends_on && ends_on < starts_on) say('ends_on', 'subject_fee.ends_before_start')
  })
export type SubjectFeeInput = z.output<typeof subjectFeeForm>

/** A new price from a day on. */
export const priceForm = z.object({
  amount_sen: price,
  from: plainDate,
  version,
  form_key: z.uuid().optional(),
})
export type PriceInput = z.output<typeof priceForm>
