import { lineAmount, serviceTax } from '#app/domain/core/money.ts'
import type { LineFacts } from './facts.ts'

/** A line as it stands on an invoice. Quantity in hundredths, amounts in sen. */
export interface WrittenLine {
  quantity_hundredths: number
  price_sen: number
  discount_sen: number
  tax_sen: number
  amount_sen: number
}

/**
 * The amounts of a line once more, from its facts and its quantity alone, in the order of the calculation; and whether all
 * that is written on the line is what they come to.
 */
export function rebuilt(facts: LineFacts, line: WrittenLine) {
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
const shareOf = (sen: number, { counted, of }: { counted: number; of: number }) =>
  Math.floor((sen * counted * 2 + of) / (of * 2))
