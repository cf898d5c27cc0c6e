import { percentOf } from '#app/domain/core/money.ts'
import { type CreditedLine, taxTakenBack } from './credit-note.ts'

/** A rule for paying early; percentage in basis points, amounts in sen. */
export interface EarlyRule {
  id: string
  code: string
  name: string
  percent_bp: number | null
  amount_sen: number | null
  max_amount_sen: number | null
  stackable: boolean
}

/** A line that such a rule is about, as it stands on its invoice. */
export interface EarlyLine extends CreditedLine {
  discount_sen: number
  /** Whether among its discounts is one by which all of it may be lowered. */
  is_whole: boolean
}

/**
 * What a rule gives back of a line before tax, in sen: of what is left of it, and with the discounts that it has no more than half
 * of its price, where it is a percentage. A rule that does not add up with others leaves lines alone that have one.
 */
function givenOf(rule: EarlyRule, line: EarlyLine): number {
  if (!rule.stackable && line.discount_sen > 0) return 0
  const left = line.amount_sen - line.credited_sen
  const most = Math.min(left, rule.max_amount_sen ?? left)
  if (rule.percent_bp === null) return Math.min(rule.amount_sen ?? 0, most)
  const half = Math.floor((line.amount_sen + line.discount_sen) / 2) - line.discount_sen
  const cap = line.is_whole ? most : Math.min(most, Math.max(half, 0))
  return Math.min(percentOf(left, rule.percent_bp), cap)
}

/** What a rule gives back of the lines that it is about, with the tax of each; lines of which nothing comes back are left out. */
export function earlyTaken(rule: EarlyRule, lines: readonly EarlyLine[]) {
  return lines.flatMap((line) => {
    const amount_sen = givenOf(rule, line)
    if (amount_sen === 0) return []
    return { invoice_item_id: line.id, amount_sen, tax_sen: taxTakenBack(line, amount_sen) }
  })
}
