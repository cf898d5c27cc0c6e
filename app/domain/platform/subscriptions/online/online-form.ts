import { z } from 'zod'
import { startForm } from '#app/domain/payments/baskets/basket-form.ts'

/** The payer's choice of account and bank for an invoice of the platform. */
export const payBillForm = startForm.pick({
  model: true,
  bank: true,
  buyer_name: true,
  buyer_email: true,
})

/** What whoever has the code of a payment may do about it. */
export const billVerbForm = z.object({ verb: z.enum(['check', 'retry', 'start_over', 'give_up']) })
