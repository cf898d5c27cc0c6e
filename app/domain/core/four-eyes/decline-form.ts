import { z } from 'zod'
import { reason } from '#app/domain/core/fields.ts'

/** Saying no needs a word to who asked. */
export const declineForm = z.object({ decision_reason: reason })
