import { z } from 'zod'
import { chosenFile, plainDate, reason, text } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'

const said = {
  amount: ringgit({ min: 1 }),
  paid_on: plainDate,
  /** As the bank printed it; one of strokes alone would be like any other. */
  reference_no: text({ max: 50 }).regex(/[\p{L}\p{N}]/u, 'transfer_slip.reference'),
  form_key: z.uuid().optional(),
}

/** What a family says of a transfer that it made, with the paper that shows it. */
export const slipForm = z.object({
  ...said,
  file: chosenFile,
})
export type SlipInput = z.output<typeof slipForm>

/** The transfer as the office has found it at the bank; what it may have to tick or give a reason for is asked when needed. */
export const confirmSlipForm = z.object({
  ...said,
  /** A payment is much like it, and is another one. */
  confirmed: z.literal('on').optional(),
  early_reason: reason.optional(),
  despite_attempt: z.literal('on').optional(),
})
export type ConfirmSlipInput = z.output<typeof confirmSlipForm>

/** The payment that has brought its money already. */
export const settleSlipForm = z.object({ payment_id: z.uuid() })

/** Which slip of an invoice is taken back. */
export const withdrawSlipForm = z.object({ slip: z.uuid() })
