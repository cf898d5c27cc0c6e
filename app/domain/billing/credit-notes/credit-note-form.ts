import { z } from 'zod'
import { reason, version } from '#app/domain/core/fields.ts'
import { mostLines } from '#app/domain/core/invoicing/invoice-status.ts'
import { ringgit } from '#app/domain/core/money.ts'

/** What of which line is taken back, before tax; lines without an amount stay as they are. */
export const creditNoteForm = z.object({
  items: z
    .array(z.object({ id: z.uuid(), amount: ringgit({ min: 1 }).optional() }))
    .min(1)
    .max(mostLines),
  reason,
  version,
})
export type CreditNoteInput = z.output<typeof creditNoteForm>

export const writeOffForm = z.object({ reason, version })
