import { z } from 'zod'
import { reason, version } from '#app/domain/core/fields.ts'

export const kinds = ['invoice', 'payment'] as const
export type Kind = (typeof kinds)[number]

/** Open, then one of the final states. */
export const states = ['open', 'approved', 'rejected', 'withdrawn'] as const
export type State = (typeof states)[number]

const effectsDigest = z.string().regex(/^[\w-]{22}$/)

/** Cancels an invoice or a payment, or requests it. */
export const cancelForm = z.object({
  reason,
  version,
  /** The digest of the effects that the page showed. */
  effects: effectsDigest.optional(),
})

/** Approves a request with the effects that the page showed. */
export const approveForm = z.object({ effects: effectsDigest.optional() })

/** For an invoice: whether its items may be billed again. */
export const cancelInvoiceForm = cancelForm.extend({ bill_again: z.boolean().default(false) })

/** A rejection needs a reason for the requester. */
export const rejectForm = z.object({ note: reason })
