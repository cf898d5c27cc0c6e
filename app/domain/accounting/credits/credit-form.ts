import { z } from 'zod'
import { reason, version } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'

/** How much of a family's credit pays which of its invoices. */
export const spendForm = z.object({
  invoice_id: z.uuid(),
  amount: ringgit({ min: 1 }),
  form_key: z.uuid().optional(),
})

/** Why credit is taken off an invoice again. */
export const takeOffForm = z.object({ reason, version })
