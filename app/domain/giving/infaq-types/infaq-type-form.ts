import { z } from 'zod'
import { code, lines, plainDate, text, version } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { limitFields, limitProblems, suggestedAmounts } from '#app/domain/giving/donations/type-amounts.ts'

/** RM100,000,000.00 */
const largestTarget = 10_000_000_000

/** New and edit. An emptied field is written as empty; an approval needs its days, and days an approval. */
export const infaqTypeForm = z
  .object({
    code,
    name: text({ min: 2, max: 100 }),
    description: lines(1_000).optional(),
    suggested_sen: suggestedAmounts,
    ...limitFields,
    target_sen: ringgit({ min: 100, max: largestTarget }).optional(),
    opens_on: plainDate.optional(),
    closes_on: plainDate.optional(),
    tax_approval_no: text({ max: 50 }).optional(),
    tax_from: plainDate.optional(),
    tax_to: plainDate.optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine(({ opens_on, closes_on, tax_approval_no, tax_from, tax_to, ...amounts }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    for (const { field, code } of limitProblems(amounts)) say(field, code)
    if (opens_on && closes_on && closes_on < opens_on) say('closes_on', 'donation.ends_before_start')
    const approval = { tax_approval_no, tax_from, tax_to }
    if (Object.values(approval).some(Boolean))
      for (const [field, value] of Object.entries(approval)) if (!value) say(field, 'input.required')
    if (tax_from && tax_to && tax_to < tax_from) say('tax_to', 'donation.ends_before_start')
  })
