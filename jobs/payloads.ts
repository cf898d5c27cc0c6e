import { z } from 'zod'

// What several jobs are given, or one in many words; imports nothing but zod.

export const id = z.uuid()
export const nothing = z.object({})
/** Of a row, by their names. */
export const fields = z.record(z.string(), z.unknown())
export const bankTold = z.object({
  change_id: id,
  moment: z.enum(['asked', 'confirmed', 'refused', 'withdrawn']),
})
export const appointmentTold = z.object({ appointment_id: id, days: z.number().int().nullable() })
export const payoutTold = z.object({ payout_id: id, moment: z.enum(['paid', 'failed']) })
export const helpTold = z.object({
  log: z.enum(['own', 'platform']),
  what: z.enum(['code_made', 'code_withdrawn', 'entered', 'left', 'ended']),
  type: z.enum(['help_code', 'help_visit']),
  id,
  by: z.object({
    type: z.enum(['user', 'operator', 'guest', 'system']),
    id: id.nullable(),
    name: z.string(),
    request_id: z.string().nullable(),
  }),
  after: fields,
})
export const ending = z.object({ expires_on: z.iso.date(), days: z.number().int() })
export const aboutBooks = z.object({ operator_id: id, equation_id: id })
export const anchor = z.object({ number: z.number().int(), hash: z.string() })
