import { columnsOf } from '#app/domain/core/lists/columns.ts'

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
