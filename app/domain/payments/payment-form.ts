import { z } from 'zod'
import { attemptStates } from '#app/domain/attempts/attempt.ts'
import { lines, plainDate, text } from '#app/domain/fields.ts'
import { dateFilter, idFilter, oneOf, searchOf } from '#app/domain/lists/search.ts'
import { ringgit } from '#app/domain/money.ts'
import { manualMethods, models, paymentMethods, paymentStatuses } from './payment.ts'

/** The unguessable code of a public page; anything else in the address is nobody's. */
export const publicCode = z.string().regex(/^[a-km-np-z2-9]{26}$/)

/** The payer's choice of bank. The browser fills in name and e-mail; FPX writes to the address too. */
export const startForm = z.object({
  invoice: publicCode,
  model: z.enum(models),
  bank: z.string({ error: 'payment.bank_required' }).regex(/^[A-Z0-9]{1,10}$/, 'payment.bank_required'),
  buyer_name: text({ min: 2, max: 100 }),
  buyer_email: z.email().max(254).optional(),
  form_key: z.uuid().optional(),
})

/** Money taken at the counter or seen on the bank statement. A transfer is known by its reference. */
export const recordForm = z
  .object({
    method: z.enum(manualMethods),
    amount: ringgit({ min: 1 }),
    paid_on: plainDate,
    reference_no: text({ max: 50 }).optional(),
    payer_name: text({ max: 100 }).optional(),
    remark: lines(200).optional(),
    confirmed: z.literal('on').optional(),
    form_key: z.uuid().optional(),
  })
  .refine(({ method, reference_no }) => method !== 'bank_transfer' || reference_no !== undefined, {
    path: ['reference_no'],
    message: 'payment.reference_required',
  })
export type RecordInput = z.output<typeof recordForm>

export const paymentSearch = searchOf(['number', 'paid_on', 'payer_name', 'amount_sen'], {
  method: oneOf(paymentMethods),
  status: oneOf(paymentStatuses),
  from: dateFilter,
  to: dateFilter,
  branch_id: idFilter,
})
export type PaymentSearch = z.output<typeof paymentSearch>

/** `attention`: those that a person must look at. */
export const attemptSearch = searchOf(['requested_at', 'amount_sen'], {
  state: oneOf([...attemptStates, 'attention']),
  from: dateFilter,
  to: dateFilter,
})
export type AttemptSearch = z.output<typeof attemptSearch>

/** A verb that needs no more than its button. */
export const noForm = z.object({})

/** Sending a receipt again; a double click sends it once. */
export const resendForm = z.object({ form_key: z.uuid().optional() })
