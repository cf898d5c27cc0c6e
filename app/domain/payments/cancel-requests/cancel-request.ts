import { z } from 'zod'
import { reason, version } from '#app/domain/core/fields.ts'

export const kinds = ['invoice', 'payment'] as const
export type Kind = (typeof kinds)[number]

/** Open, then one of the final states. */
export const states = ['open', 'approved', 'rejected', 'withdrawn'] as const
export type State = (typeof states)[number]

/** Cancels an invoice or a payment, or requests it. */
export const cancelForm = z.object({ reason, version })

/** For an invoice: whether its items may be billed again. */
export const cancelInvoiceForm = cancelForm.extend({ bill_again: z.boolean().default(false) })

/** A rejection needs a reason for the requester. */
export const rejectForm = z.object({ note: reason })
