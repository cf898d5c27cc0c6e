import { z } from 'zod'
import { chosenFile, plainDate, reason, text } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'

export const slipStatuses = ['requested', 'confirmed', 'rejected', 'withdrawn'] as const
export type SlipStatus = (typeof slipStatuses)[number]

/** Maximum age of a transfer in days. */
export const slipDays = 365

/** Days for which the file of an unconfirmed slip is stored, as for rejected applications. */
export const retentionDays = 180

/** A warning before recording a slip, shown next to the form. */
export interface SlipWarning {
  /** Same reference or picture on another slip, or the reference on a payment. */
  kind: 'reference' | 'picture' | 'paid'
  /** Number of the invoice or payment; null outside the reader's scope. */
  number: string | null
  /** The slip or payment; null as above. */
  id: string | null
}

/** A payment that may be the slip's transfer. */
export interface MatchingPayment {
  id: string
  number: string
  paid_on: string
  amount_sen: number
  reference_no: string | null
  /** Matched by reference; otherwise by amount and date. */
  certain: boolean
}

const transferFields = {
  amount: ringgit({ min: 1 }),
  paid_on: plainDate,
  /** As the bank printed it; without a letter or digit it could not be compared. */
  reference_no: text({ max: 50 }).regex(/[\p{L}\p{N}]/u, 'transfer_slip.reference'),
  form_key: z.uuid().optional(),
}

/** A transfer as its family describes it. */
export const slipForm = z.object({
  ...transferFields,
  file: chosenFile,
})
export type SlipInput = z.output<typeof slipForm>

/** The transfer as the office found it at the bank; confirmations and reasons are asked for when needed. */
export const confirmSlipForm = z.object({
  ...transferFields,
  /** A similar payment is a different one. */
  confirmed: z.literal('on').optional(),
  /** Why it is another transfer than one with the same reference, amount and day, or the same file. */
  other_reason: reason.optional(),
  early_reason: reason.optional(),
  despite_attempt: z.literal('on').optional(),
})
export type ConfirmSlipInput = z.output<typeof confirmSlipForm>

/** The payment already recorded for the slip. */
export const settleSlipForm = z.object({ payment_id: z.uuid() })

/** The button that opens a slip again; the key keeps a double press from doing it twice. */
export const reopenSlipForm = z.object({ form_key: z.uuid().optional() })

export const withdrawSlipForm = z.object({ slip: z.uuid() })
