import { z } from 'zod'
import { reason, text } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'

export const adjustmentStatuses = ['requested', 'approved', 'rejected', 'withdrawn'] as const
export type AdjustmentStatus = (typeof adjustmentStatuses)[number]

/** `chargeback`: what a bank took back of a payment that was paid out already. */
export const adjustmentKinds = ['correction', 'chargeback'] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

/** What the next payout is: more, less, or less by what a bank took back. So no sign is typed. */
export const adjustmentEffects = ['more', 'less', 'chargeback'] as const

export const adjustmentForm = z.object({
  entity_id: z.uuid(),
  effect: z.enum(adjustmentEffects),
  amount_sen: ringgit({ min: 1 }),
  /** Of a payment, by its receipt; a chargeback needs one. */
  reference: text({ max: 40 }).optional(),
  reason,
  /** Sent twice, it is asked for once. */
  asked_as: z.uuid(),
})

/** What the form asks for, as the book has it: a sum with its sign. */
export function adjustmentOf({ effect, amount_sen, ...said }: z.output<typeof adjustmentForm>) {
  return {
    ...{ entity_id: said.entity_id, reason: said.reason, reference: said.reference, asked_as: said.asked_as },
    kind: effect === 'chargeback' ? 'chargeback' : 'correction',
    sen: effect === 'more' ? amount_sen : -amount_sen,
  } as const
}
