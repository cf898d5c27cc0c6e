import { z } from 'zod'
import { plainDate, reason, text, version } from '#app/domain/core/fields.ts'

/** `waive`: the fee need not be paid. */
export const approveForm = z.object({ version, waive: z.boolean().optional() })

/** `refund_reference`: of the transfer that sent a paid fee back. */
export const rejectForm = z.object({
  reject_reason: reason,
  refund_reference: text({ max: 50 }).optional(),
  version,
})

/** A fee that arrived by bank transfer. */
export const feePaidForm = z.object({ paid_on: plainDate, reference: text({ max: 50 }), version })
