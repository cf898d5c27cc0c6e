import { z } from 'zod'
import { reason, version } from '#app/domain/core/fields.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { ringgit } from '#app/domain/core/money.ts'

/** Reasons of changes of a family's credit. */
export const creditReasons = [
  'overpayment',
  'early_payment',
  'credit_note',
  'applied',
  'returned',
  'refund',
  'adjust',
  'moved',
] as const

/** Credit used for an invoice, or returned from it. */
export interface CreditOnInvoice {
  id: string
  /** In sen; negative where credit was used. */
  delta_sen: number
  reason: string
  booked_on: string
}

export const creditOnInvoiceColumns = columnsOf<CreditOnInvoice>()(
  { key: 'booked_on', label: 'family_credit.booked_on', kind: 'date' },
  { key: 'reason', label: 'family_credit.reason', words: 'family_credit.reasons', room: 'who' },
  { key: 'delta_sen', label: 'family_credit.delta_sen', kind: 'money', room: 'much' },
)

/** Uses an amount of a family's credit for one of its invoices. */
export const spendForm = z.object({
  invoice_id: z.uuid(),
  amount: ringgit({ min: 1 }),
  form_key: z.uuid().optional(),
})

/** Removes credit from an invoice, with the reason. */
export const takeOffForm = z.object({ reason, version })
