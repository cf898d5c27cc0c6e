import { z } from 'zod'
import { reason } from '#app/domain/fields.ts'

/** Saying no needs a word to who asked. */
export const declineForm = z.object({ decision_reason: reason })
