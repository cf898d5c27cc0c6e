/** A note that the family is given, or a debt that the organisation gives up. */
export const creditNoteKinds = ['credit_note', 'write_off'] as const
export type CreditNoteKind = (typeof creditNoteKinds)[number]

export const creditNoteStatuses = ['requested', 'approved', 'rejected', 'withdrawn', 'reversed'] as const
export type CreditNoteStatus = (typeof creditNoteStatuses)[number]

/** One line of an invoice, with what notes have taken back of it so far; all in sen. */
export interface CreditedLine {
  id: string
  description: string
  amount_sen: number
  tax_sen: number
  credited_sen: number
  credited_tax_sen: number
}

/**
 * The tax that goes with an amount before tax that is taken back from a line, in sen. All that was ever taken back of it carries
 * tax in its share, rounded half up; this is what is still missing of that, so that a line which is gone has no tax left.
 */
export function taxTakenBack(line: CreditedLine, amount_sen: number): number {
  if (line.amount_sen === 0) return 0
  const taken = line.credited_sen + amount_sen
  const tax =
    (2n * BigInt(line.tax_sen) * BigInt(taken) + BigInt(line.amount_sen)) / (2n * BigInt(line.amount_sen))
  return Number(tax) - line.credited_tax_sen
}
