import { z } from 'zod'
import { reason, version } from '#app/domain/core/fields.ts'

export const kinds = ['invoice', 'payment'] as const
export type Kind = (typeof kinds)[number]

/** Open, then one of the others for good. */
export const states = ['open', 'approved', 'rejected', 'withdrawn'] as const
export type State = (typeof states)[number]

/** Cancelling an invoice or a payment, or asking for it. */
export const cancelForm = z.object({ reason, version })

/** Of an invoice: whether what stands on it may be billed once more. */
export const cancelInvoiceForm = cancelForm.extend({ bill_again: z.boolean().default(false) })

/** Saying no needs a word to who asked. */
export const rejectForm = z.object({ note: reason })
