import { z } from 'zod'
import { plainDate, reason, text } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { fundPurposes } from './fund-move.ts'

/** How much leaves a fund, when, to whom, and why. */
export const fundMoveForm = z
  .object({
    purpose: z.enum(fundPurposes),
    amount: ringgit({ min: 1 }),
    moved_on: plainDate,
    recipient: text({ min: 2, max: 150 }).optional(),
    to_type: z.uuid().optional(),
    reference_no: text({ max: 50 }).optional(),
    reason,
    form_key: z.uuid().optional(),
  })
  .superRefine(({ purpose, recipient, to_type }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (purpose === 'moved' && !to_type) say('to_type', 'input.required')
    if (purpose !== 'moved' && !recipient) say('recipient', 'input.required')
  })
export type FundMoveInput = z.output<typeof fundMoveForm>
