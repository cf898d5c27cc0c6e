import { z } from 'zod'
import { plainDate, reason } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { mostPaidAtOnce } from '#app/domain/payments/payments/payment-form.ts'
import { fewestParts, intervals, mostParts } from './arrangement.ts'

/** Which invoices are to be paid in how many parts, from when on: a question, of which nothing is kept. */
export const divisionForm = z.object({
  invoice: z.array(z.uuid()).min(1).max(mostPaidAtOnce),
  count: z.coerce.number().int().min(fewestParts).max(mostParts),
  first_on: plainDate,
  interval: z.enum(intervals),
})

/** The parts as they were agreed, each with its day and its sum in sen, the days one after the other. */
export const arrangementForm = z
  .object({
    invoices: z.array(z.uuid()).min(1).max(mostPaidAtOnce),
    parts: z
      .array(z.object({ due_on: plainDate, amount: ringgit({ min: 1 }) }))
      .min(fewestParts)
      .max(mostParts),
    reason,
    form_key: z.uuid().optional(),
  })
  .superRefine(({ parts }, context) => {
    for (const [index, { due_on }] of parts.entries()) {
      if (index > 0 && due_on <= parts[index - 1]!.due_on)
        context.addIssue({
          code: 'custom',
          path: ['parts', index, 'due_on'],
          message: 'arrangement.order',
        })
    }
  })
export type ArrangementInput = z.output<typeof arrangementForm>
