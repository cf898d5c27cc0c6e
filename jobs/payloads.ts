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
export const payoutDayTold = z.object({ request_id: id, moment: z.enum(['confirmed', 'refused']) })
/** Who did what is told. */
const by = z.object({
  type: z.enum(['user', 'operator', 'guest', 'system']),
  id: id.nullable(),
  name: z.string(),
  request_id: z.string().nullable(),
})
export const entityTold = z.object({
  action: z.enum([
    'entity.edited',
    'entity.activated',
    'entity.deactivated',
    'entity.bank_confirmed',
    'entity.bank_refused',
    'entity.payout_day_confirmed',
    'entity.payout_day_refused',
    'entity.domain_off',
    'entity.domain_on',
    'subscription.extended',
    'subscription.credit_changed',
    'subscription.renewal_requested',
    'platform_invoice.chip_fee_billed',
    'platform_invoice.paid',
    'platform_invoice.cancelled',
    'help.entered',
    'help.left',
    'help.ended',
  ]),
  object: z.object({ type: z.enum(['entity', 'subscription', 'platform_invoice', 'help_visit']), id }),
  by,
  before: fields.nullable(),
  after: fields.nullable(),
})
export const helpTold = z.object({
  action: z.enum(['help.code_made', 'help.code_withdrawn', 'help.left', 'help.ended']),
  object: z.object({ type: z.enum(['help_code', 'help_visit']), id }),
  by,
  after: fields,
})
export const ending = z.object({ expires_on: z.iso.date(), days: z.number().int() })
export const aboutBooks = z.object({ operator_id: id, equation_id: id })
export const anchor = z.object({ number: z.number().int(), hash: z.string() })
