import { z } from 'zod'
import { plainDate, reason, text } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'

export const fundMoveStatuses = ['requested', 'approved', 'rejected', 'withdrawn'] as const
export type FundMoveStatus = (typeof fundMoveStatuses)[number]

/** Spent for what it was given for; passed on to the authority or another body; moved to another fund of the same kind. */
export const fundPurposes = ['spent', 'paid_over', 'moved'] as const
export type FundPurpose = (typeof fundPurposes)[number]

export const fundReasons = [
  'gift',
  'taken_back',
  'returned',
  'spent',
  'paid_over',
  'moved_out',
  'moved_in',
] as const
export type FundReason = (typeof fundReasons)[number]

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
