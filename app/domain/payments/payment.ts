import { columnsOf } from '#app/domain/lists/columns.ts'

export const paymentMethods = ['fpx', 'chip', 'cash', 'bank_transfer'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** What is taken down at the counter; the others come through their gateways. */
export const manualMethods = ['cash', 'bank_transfer'] as const
export type ManualMethod = (typeof manualMethods)[number]

/** What a gateway brought is final: the bank knows nothing of our cancelling it. */
export const isManual = (method: string): method is ManualMethod =>
  (manualMethods as readonly string[]).includes(method)

export const paymentStatuses = ['pending', 'paid', 'failed', 'cancelled'] as const

/** The kinds of account of FPX, in the order in which a payer is offered them. */
export const models = ['B2C', 'B2B1'] as const

/** Days by which a payment may be dated back: by anybody who records one, and by who holds payment.backdate. */
export const backdateDays = { usual: 30, wide: 365 }

export interface PaymentRow {
  id: string
  number: string
  paid_on: string
  payer_name: string | null
  /** Numbers of the invoices, with commas. */
  invoices: string | null
  method: string
  reference_no: string | null
  amount_sen: number
  status: string
}

export const paymentColumns = columnsOf<PaymentRow>()(
  { key: 'number', label: 'payment.number', sort: true },
  { key: 'paid_on', label: 'payment.paid_on', kind: 'date', sort: true },
  { key: 'payer_name', label: 'payment.payer', sort: true },
  { key: 'invoices', label: 'payment.invoices' },
  { key: 'method', label: 'payment.method', words: 'payment.methods' },
  { key: 'reference_no', label: 'payment.reference_no' },
  { key: 'amount_sen', label: 'payment.amount', kind: 'money', total: true, sort: true },
  { key: 'status', label: 'payment.status', kind: 'status' },
)

export interface AttemptRow {
  id: string
  order_no: string
  requested_at: Date
  buyer_name: string | null
  bank_name: string | null
  model: string | null
  gateway_transaction_id: string | null
  response_code: string | null
  amount_sen: number
  state: string
}

export const attemptColumns = columnsOf<AttemptRow>()(
  { key: 'order_no', label: 'payment.order_no' },
  { key: 'requested_at', label: 'payment.requested_at', kind: 'instant', sort: true },
  { key: 'buyer_name', label: 'payment.payer' },
  { key: 'bank_name', label: 'payment.bank' },
  { key: 'gateway_transaction_id', label: 'payment.fpx_id' },
  { key: 'amount_sen', label: 'payment.amount', kind: 'money', total: true, sort: true },
  { key: 'state', label: 'payment.status', kind: 'status', words: 'payment.states' },
)

export const attemptExportColumns = columnsOf<AttemptRow>()(
  ...attemptColumns,
  { key: 'model', label: 'payment.model', words: 'payment.models' },
  { key: 'response_code', label: 'payment.response_code' },
)

export interface AllocationRow {
  invoice_id: string
  number: string | null
  student: string
  amount_sen: number
  /** What is still to be paid of the invoice now. */
  balance_sen: number
}

export const allocationColumns = columnsOf<AllocationRow>()(
  { key: 'number', label: 'payment.invoice' },
  { key: 'student', label: 'payment.student' },
  { key: 'amount_sen', label: 'payment.allocated', kind: 'money', total: true },
  { key: 'balance_sen', label: 'payment.balance', kind: 'money' },
)
