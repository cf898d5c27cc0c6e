import { z } from 'zod'
import { plainDate, text, version } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { appliesTo, feeFrequencies, prorations } from './subject-fee.ts'

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
