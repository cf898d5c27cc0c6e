import { z } from 'zod'
import { code, lines, plainDate, text, version } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { limitFields, limitProblems, suggestedAmounts } from '#app/domain/giving/donations/type-amounts.ts'

/** New and edit. An emptied field is written as empty. */
export const zakatTypeForm = z
  .object({
    code,
    name: text({ min: 2, max: 100 }),
    description: lines(1_000).optional(),
    suggested_sen: suggestedAmounts,
    ...limitFields,
    rate_sen: ringgit({ min: 100, max: 100_000 }).optional(),
    opens_on: plainDate.optional(),
    closes_on: plainDate.optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .refine(({ opens_on, closes_on }) => !opens_on || !closes_on || opens_on <= closes_on, {
    path: ['closes_on'],
    message: 'donation.ends_before_start',
  })
  .superRefine((typed, context) => {
    for (const { field, code } of limitProblems(typed))
      context.addIssue({ code: 'custom', path: [field], message: code })
  })
