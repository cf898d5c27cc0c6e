import { z } from 'zod'
import { discountTypes } from '#app/domain/catalogue/discounts/discount.ts'

const sen = z.number().int()

/** One rule that lowered a line, in the order in which they were counted. */
const givenDiscount = z.object({
  discount_id: z.uuid(),
  /** Of one that somebody gave this student. */
  student_discount_id: z.uuid().nullable(),
  code: z.string(),
  name: z.string(),
  type: z.enum(discountTypes),
  /** Basis points. */
  percent_bp: z.number().int().nullable(),
  fixed_sen: sen.nullable(),
  /** How much it took. */
  sen,
  sponsor: z.string().nullable(),
  /** Of brothers and sisters: the how-manieth child. */
  child: z.number().int().nullable(),
  /** Who gave it, and why. */
  decided_by: z.string().nullable(),
  reason: z.string().nullable(),
})
export type GivenDiscount = z.output<typeof givenDiscount>

/**
 * How the amount of a line came about, frozen when it was billed: in the order of the calculation, all in sen. What is
 * charged is `quantity × price`, where the price is the usual or the student's own one, of a begun period its share; less
 * the discounts; then the tax.
 */
export const lineFacts = z.object({
  enrolment_id: z.uuid(),
  /** What everybody pays for one. */
  usual_sen: sen,
  own: z.object({ sen, reason: z.string() }).nullable(),
  /** Of a period that had begun, the days or lessons from `from` on, of all that it has. */
  share: z
    .object({
      by: z.enum(['day', 'session']),
      counted: z.number().int(),
      of: z.number().int(),
      from: z.string(),
    })
    .nullable(),
  discounts: z.array(givenDiscount),
  /** Whether the percentages came to more than they may. */
  capped: z.boolean(),
  tax: z.object({ rate_bp: z.number().int(), scope: z.enum(['non_citizens', 'all']) }).nullable(),
})
export type LineFacts = z.output<typeof lineFacts>
