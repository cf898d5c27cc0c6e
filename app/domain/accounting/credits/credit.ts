import { z } from 'zod'
import { reason, version } from '#app/domain/core/fields.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { ringgit } from '#app/domain/core/money.ts'

/** Why a family has more or less credit than before. */
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

/** What credit paid of an invoice, or what the invoice gave back. */
export interface CreditOnInvoice {
  id: string
  /** In sen; less than nothing where credit paid. */
  delta_sen: number
  reason: string
  booked_on: string
}

export const creditOnInvoiceColumns = columnsOf<CreditOnInvoice>()(
  { key: 'booked_on', label: 'family_credit.booked_on', kind: 'date' },
  { key: 'reason', label: 'family_credit.reason', words: 'family_credit.reasons', room: 'who' },
  { key: 'delta_sen', label: 'family_credit.delta_sen', kind: 'money', room: 'much' },
)

/** How much of a family's credit pays which of its invoices. */
export const spendForm = z.object({
  invoice_id: z.uuid(),
  amount: ringgit({ min: 1 }),
  form_key: z.uuid().optional(),
})

/** Why credit is taken off an invoice again. */
export const takeOffForm = z.object({ reason, version })
