import { z } from 'zod'
import { discountTypes } from '#app/domain/catalogue/discounts/discount.ts'
import { lineAmount, portion, serviceTax } from '#app/domain/core/money.ts'

const sen = z.number().int()

/** One discount of a line, in the order in which discounts were applied. */
const givenDiscount = z.object({
  discount_id: z.uuid(),
  /** Set for a discount that somebody gave this student. */
  student_discount_id: z.uuid().nullable(),
  code: z.string(),
  name: z.string(),
  type: z.enum(discountTypes),
  /** Basis points. */
  percent_bp: z.number().int().nullable(),
  fixed_sen: sen.nullable(),
  /** The amount of the discount. */
  sen,
  sponsor: z.string().nullable(),
  /** For a sibling discount: which child of the family, counted from 1. */
  child: z.number().int().nullable(),
  /** Who gave it, and why. */
  decided_by: z.string().nullable(),
  reason: z.string().nullable(),
})
export type GivenDiscount = z.output<typeof givenDiscount>

const takenSession = z.object({ id: z.uuid(), turn: z.number().int() })

/**
 * How the amount of a line was calculated, stored when it was billed; amounts in sen. The charge is `quantity × price` (the
 * usual or the student's own price, prorated for a part of a period), less the discounts, plus the tax.
 */
export const lineFacts = z.object({
  enrolment_id: z.uuid(),
  /** The standard price of one. */
  usual_sen: sen,
  own: z.object({ sen, reason: z.string() }).nullable(),
  /** Of a period within which the student came, went or paused: the days or lessons from `from` to `until`, of all in it. */
  share: z
    .object({
      by: z.enum(['day', 'session']),
      counted: z.number().int(),
      of: z.number().int(),
      from: z.string(),
      /** Missing of lines from before leavers were charged by days. */
      until: z.string().optional(),
    })
    .nullable(),
  /**
   * Of a fee by session: the sessions that the line charges and those that it gives back since they turned out not to be held;
   * `late` of the former were held before the month that is charged. Each with the turn of its row in `billed_session`.
   */
  sessions: z
    .object({ held: z.array(takenSession), back: z.array(takenSession), late: z.number().int() })
    .nullish(),
  discounts: z.array(givenDiscount),
  /** Whether the sum of percentages was reduced to the maximum. */
  capped: z.boolean(),
  tax: z.object({ rate_bp: z.number().int(), scope: z.enum(['non_citizens', 'all']) }).nullable(),
})
export type LineFacts = z.output<typeof lineFacts>

/** The amounts of a stored invoice line. Quantity in hundredths, amounts in sen. */
export interface WrittenLine {
  quantity_hundredths: number
  price_sen: number
  discount_sen: number
  tax_sen: number
  amount_sen: number
}

/**
 * Recalculates the amounts of a line from its facts and quantity; `agrees` says whether the stored line has the same amounts.
 */
export function recalculated(facts: LineFacts, line: WrittenLine) {
  const unit_sen = facts.own?.sen ?? facts.usual_sen
  const price_sen = facts.share ? shareOf(unit_sen, facts.share) : unit_sen
  const gross_sen = lineAmount(line.quantity_hundredths, price_sen)
  const discount_sen = facts.discounts.reduce((sum, { sen }) => sum + sen, 0)
  const amount_sen = gross_sen - discount_sen
  const tax_sen = facts.tax ? serviceTax(amount_sen, facts.tax.rate_bp) : 0
  const agrees =
    price_sen === line.price_sen &&
    discount_sen === line.discount_sen &&
    amount_sen === line.amount_sen &&
    tax_sen === line.tax_sen
  return { unit_sen, price_sen, gross_sen, discount_sen, amount_sen, tax_sen, agrees }
}

/** Rounded half up to the sen. */
const shareOf = (sen: number, { counted, of }: { counted: number; of: number }) => portion(sen, counted, of)
