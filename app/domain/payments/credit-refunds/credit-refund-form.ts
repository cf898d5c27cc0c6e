import { z } from 'zod'
import { plainDate, reason, text } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { refundMethods } from './credit-refund.ts'

/**
 * How much of a family's credit goes back, why, and to whom: into a hand, to an account, which is then needed, or by the
 * payment through which it came.
 */
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
      .transform((typed) => typed.replace(/[\s-]/g, ''))
      .pipe(z.string().regex(/^\d{5,20}$/, 'input.account_number'))
      .optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine(({ method, bank_name, account_number, payment_id }, context) => {
    const says = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (method === 'bank_transfer' && !bank_name) says('bank_name', 'input.required')
    if (method === 'bank_transfer' && !account_number) says('account_number', 'input.required')
    // An account beside cash: one of both was not meant.
    if (method === 'cash' && (bank_name || account_number)) says('method', 'credit_refund.cash_account')
    if (method === 'chip' && (bank_name || account_number)) says('method', 'credit_refund.chip_account')
    if (method === 'chip' && !payment_id) says('payment_id', 'input.required')
    if (method !== 'chip' && payment_id) says('method', 'credit_refund.other_payment')
  })
export type CreditRefundInput = z.output<typeof creditRefundForm>

/** When the money went, and the bank's word for it. */
export const payRefundForm = z.object({
  paid_on: plainDate,
  bank_reference: text({ max: 50 }).optional(),
  form_key: z.uuid().optional(),
})
export type PayRefundInput = z.output<typeof payRefundForm>
