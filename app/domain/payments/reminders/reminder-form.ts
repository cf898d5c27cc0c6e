import { z } from 'zod'
import { plainDate, reason } from '#app/domain/core/fields.ts'

/** A message to one family that a person wants to leave, and how firm it is. */
export const askForm = z.object({
  level: z.coerce.number().int().min(1).max(3),
  form_key: z.uuid().optional(),
})
export type AskInput = z.output<typeof askForm>

/** Leaves a family in peace until a day, with all that it owes or with one invoice. */
export const holdForm = z.object({
  invoice_id: z.uuid().optional(),
  ends_on: plainDate,
  reason,
  form_key: z.uuid().optional(),
})
export type HoldInput = z.output<typeof holdForm>

/** How far ahead a hold may end, in months. */
export const longestHold = 12
