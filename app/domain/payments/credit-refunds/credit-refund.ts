import { z } from 'zod'
import { plainDate, reason, text } from '#app/domain/core/fields.ts'
import { compact } from '#app/domain/core/invisible.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { ringgit } from '#app/domain/core/money.ts'

/** How a refund is paid. */
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

/** A refund as the family may see it. */
export interface OwnRefund {
  id: string
  requested_at: Date | string
  /** Null before the approval. */
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

/** Amount, reason and recipient of a refund: in cash, to an account, which is then required, or through the CHIP payment. */
export const creditRefundForm = z
  .object({
    amount: ringgit({ min: 1 }),
    reason,
    method: z.enum(refundMethods),
    payee_name: text({ min: 2, max: 150 }),
    bank_name: text({ max: 100 }).optional(),
    payment_id: z.uuid().optional(),
    account_number: z
      .string()
      .transform(compact)
      .pipe(z.string().regex(/^\d{5,20}$/, 'input.account_number'))
      .optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine(({ method, bank_name, account_number, payment_id }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (method === 'bank_transfer' && !bank_name) refuse('bank_name', 'input.required')
    if (method === 'bank_transfer' && !account_number) refuse('account_number', 'input.required')
    // An account together with cash is contradictory.
    if (method === 'cash' && (bank_name || account_number)) refuse('method', 'credit_refund.cash_account')
    if (method === 'chip' && (bank_name || account_number)) refuse('method', 'credit_refund.chip_account')
    if (method === 'chip' && !payment_id) refuse('payment_id', 'input.required')
    if (method !== 'chip' && payment_id) refuse('method', 'credit_refund.other_payment')
  })
export type CreditRefundInput = z.output<typeof creditRefundForm>

/** Date of the payment and the bank's reference. */
export const payRefundForm = z.object({
  paid_on: plainDate,
  bank_reference: text({ max: 50 }).optional(),
  form_key: z.uuid().optional(),
})
export type PayRefundInput = z.output<typeof payRefundForm>

/** Why CHIP refunded nothing; shown as `credit_refund.failures.<code>`, followed by CHIP's own words. */
export const failures = [
  'refused',
  'too_little',
  'not_offered',
  'only_whole',
  'not_paid',
  'never_done',
] as const
export type Failure = (typeof failures)[number]

export interface RefundFailure {
  code: Failure
  /** CHIP's own. */
  words: string | null
}

/** Splits a stored failure into our code and CHIP's own words. */
export function parseFailure(failure: string | null): RefundFailure | null {
  if (!failure) return null
  const [code, ...words] = failure.split(': ')
  return { code: code as Failure, words: words.join(': ') || null }
}
