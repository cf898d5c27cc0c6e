import { z } from 'zod'
import { reason, version } from '#app/domain/core/fields.ts'
import { mostLines } from '#app/domain/core/invoicing/invoice.ts'
import type { WrittenLineText } from '#app/domain/core/invoicing/line-text.ts'
import { ringgit } from '#app/domain/core/money.ts'

/** A credit note for the family, or a debt that the organisation writes off. */
export const creditNoteKinds = ['credit_note', 'write_off'] as const
export type CreditNoteKind = (typeof creditNoteKinds)[number]

export const creditNoteStatuses = ['requested', 'approved', 'rejected', 'withdrawn', 'reversed'] as const
export type CreditNoteStatus = (typeof creditNoteStatuses)[number]

/** One line of an invoice with what was credited of it so far; all in sen. */
export interface CreditableLine {
  id: string
  description: string
  amount_sen: number
  tax_sen: number
  credited_sen: number
  credited_tax_sen: number
}

/** With what its text needs in each language. */
export type CreditedLine = CreditableLine & WrittenLineText

/**
 * The tax to credit with an amount before tax, in sen. The tax on everything credited so far is rounded half up as a whole
 * and the tax credited before is subtracted, so that a fully credited line has no tax left.
 */
export function taxToCredit(line: CreditableLine, amount_sen: number): number {
  if (line.amount_sen === 0) return 0
  const taken = line.credited_sen + amount_sen
  const tax =
    (2n * BigInt(line.tax_sen) * BigInt(taken) + BigInt(line.amount_sen)) / (2n * BigInt(line.amount_sen))
  return Number(tax) - line.credited_tax_sen
}

/** The amounts before tax to credit for each line; lines without an amount stay as they are. */
export const creditNoteForm = z.object({
  items: z
    .array(z.object({ id: z.uuid(), amount: ringgit({ min: 1 }).optional() }))
    .min(1)
    .max(mostLines),
  reason,
  version,
})
export type CreditNoteInput = z.output<typeof creditNoteForm>

export const writeOffForm = z.object({ reason, version })
