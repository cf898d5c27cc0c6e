import { columnsOf } from '#app/domain/core/lists/columns.ts'

/** By which money goes back to a family. */
export const refundMethods = ['cash', 'bank_transfer', 'chip'] as const
export type RefundMethod = (typeof refundMethods)[number]

export const creditRefundStatuses = [
  'requested',
  'approved',
  'sending',
  'paid',
  'failed',
  'rejected',
  'withdrawn',
  'cancelled',
] as const
export type CreditRefundStatus = (typeof creditRefundStatuses)[number]

/** What a family may see of its refunds, in the order in which it reads them. */
export interface OwnRefund {
  id: string
  requested_at: Date | string
  /** Null as long as nobody has approved it. */
  number: string | null
  amount_sen: number
  status: CreditRefundStatus
}

export const ownRefundColumns = columnsOf<OwnRefund>()(
  {
    key: 'number',
    label: 'credit_refund.number',
    kind: 'number',
    none: 'credit_refund.no_number',
    room: 'who',
  },
  { key: 'requested_at', label: 'credit_refund.requested_at', kind: 'instant' },
  { key: 'amount_sen', label: 'credit_refund.amount_sen', kind: 'money', room: 'much' },
  { key: 'status', label: 'credit_refund.status', kind: 'status' },
)
