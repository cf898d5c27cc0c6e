import { z } from 'zod'
import { reason, version } from '#app/domain/fields.ts'

/** Cancelling an invoice or a payment, or asking for it. */
export const cancelForm = z.object({ reason, version })

/** Saying no needs a word to who asked. */
export const rejectForm = z.object({ note: reason })
