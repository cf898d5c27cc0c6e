import { z } from 'zod'
import { familyCode, reason } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { isFamilyCode } from '#app/domain/people/parents/family-code.ts'

export const creditMoveStatuses = ['requested', 'approved', 'rejected', 'withdrawn'] as const
export type CreditMoveStatus = (typeof creditMoveStatuses)[number]

/** How much of a family's credit goes to which other one, by its code, and why. */
export const creditMoveForm = z.object({
  family_code: familyCode.pipe(z.string().refine(isFamilyCode, 'family.code')),
  amount: ringgit({ min: 1 }),
  reason,
  form_key: z.uuid().optional(),
})
export type CreditMoveInput = z.output<typeof creditMoveForm>
