import { z } from 'zod'
import { plainDate, text, version } from '#app/domain/core/fields.ts'

/** Gives a student a discount, or asks for it. `document`: the paper that was seen, in words. */
export const giveForm = z
  .object({
    discount_id: z.uuid(),
    starts_on: plainDate,
    ends_on: plainDate.optional(),
    reason: text({ min: 3, max: 200 }),
    document: text({ min: 3, max: 200 }).optional(),
    form_key: z.uuid().optional(),
  })
  .refine(({ starts_on, ends_on }) => !ends_on || starts_on <= ends_on, {
    path: ['ends_on'],
    message: 'student_discount.ends_before_start',
  })
export type GiveInput = z.output<typeof giveForm>

/** The same discount once more; its first day is the one after the last. */
export const renewForm = z.object({
  ends_on: plainDate.optional(),
  reason: text({ min: 3, max: 200 }),
  document: text({ min: 3, max: 200 }).optional(),
  form_key: z.uuid().optional(),
})
export type RenewInput = z.output<typeof renewForm>

/** `ends_on`: the last day on which it holds. */
export const endDiscountForm = z.object({
  ends_on: plainDate,
  reason: text({ min: 3, max: 200 }),
  version,
})
export type EndDiscountInput = z.output<typeof endDiscountForm>
