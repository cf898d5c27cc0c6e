import { wentOut } from '#app/domain/core/invoicing/payment.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { type ChipGroup, chipGroups } from '#app/integrations/chip/methods.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'

/** What is taken down at the counter; the others come through their gateways. */
export const manualMethods = ['cash', 'bank_transfer', 'cheque', 'card_terminal', 'duitnow_qr'] as const
export type ManualMethod = (typeof manualMethods)[number]

/** Of these the bank's statement has a line each; what a card terminal takes comes to the bank in sums. */
export const onStatement: readonly ManualMethod[] = ['bank_transfer', 'cheque', 'duitnow_qr']

/** What a gateway brought is final: the bank knows nothing of our cancelling it. */
export const isManual = (method: string): method is ManualMethod =>
  (manualMethods as readonly string[]).includes(method)

const paymentStatuses = ['pending', 'paid', 'failed', 'cancelled'] as const
export const bookedStatuses = [...paymentStatuses, ...wentOut] as const

/** The kinds of account of FPX, in the order in which a payer is offered them. */
export const models = ['B2C', 'B2B1'] as const

/** Days by which a payment may be dated back: by anybody who records one, and by who holds payment.backdate. */
export const backdateDays = { usual: 30, wide: 365 }

interface AllocationRow {
  invoice_id: string
  number: string | null
  student: string
  amount_sen: number
  /** What was still to be paid of the invoice after the payment, as the receipt says. */
  then_sen: number | null
  /** What is still to be paid of it now. */
  balance_sen: number
}

export const allocationColumns = columnsOf<AllocationRow>()(
  { key: 'number', label: 'payment.invoice' },
  { key: 'student', label: 'payment.student' },
  { key: 'amount_sen', label: 'payment.allocated', kind: 'money', total: true },
  { key: 'then_sen', label: 'payment.balance_then', kind: 'money' },
  { key: 'balance_sen', label: 'payment.balance_now', kind: 'money' },
)

/** How a payer may pay online: by a kind of account at FPX, or by a group of CHIP's methods. */
export type Way = Model | ChipGroup

export const isChipGroup = (way: unknown): way is ChipGroup =>
  (chipGroups as readonly unknown[]).includes(way)
