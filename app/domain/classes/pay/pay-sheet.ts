import { z } from 'zod'
import { isPageDay } from '#app/domain/core/dates.ts'
import { plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { parseRinggit, ringgit } from '#app/domain/core/money.ts'
import { payTypes } from '#app/domain/people/trainers/trainer.ts'

/** draft: follows the confirmed sessions; submitted: waits for a second person; approved: fixed, to be paid; paid. */
export const paySheetStatuses = ['draft', 'submitted', 'approved', 'paid'] as const
export type PaySheetStatus = (typeof paySheetStatuses)[number]

/** Of these nothing changes any more. */
export const fixedStatuses = ['approved', 'paid'] as const satisfies readonly PaySheetStatus[]

/** How many months back a session that was confirmed late, or changed after its sheet was approved, is still taken up. */
export const monthsBack = 12

/** RM100,000.00 */
const largest = 10_000_000

/** `2026-03`, as a form sends a month. */
export const payMonth = z
  .string()
  .refine((typed) => /^\d{4}-\d{2}$/.test(typed) && isPageDay(`${typed}-01`), {
    message: 'input.invalid',
  })

export const makeSheetsForm = z.object({ month: payMonth })

/** An amount that may be below zero, typed with a minus in front. */
const signedRinggit = z.string().transform((typed, context) => {
  const trimmed = typed.trim()
  const isBelow = /^[-−]/.test(trimmed)
  const parsed = parseRinggit(isBelow ? trimmed.slice(1) : trimmed)
  if ('error' in parsed) {
    context.addIssue({ code: 'custom', message: parsed.error })
    return z.NEVER
  }
  if (parsed.sen === 0 || parsed.sen > largest) {
    context.addIssue({
      code: 'custom',
      message: parsed.sen === 0 ? 'input.required' : 'input.amount_too_large',
    })
    return z.NEVER
  }
  return isBelow ? -parsed.sen : parsed.sen
})

/** A correction by hand; `corrects_id`: of a session on an earlier sheet. */
export const correctionForm = z.object({
  amount_sen: signedRinggit,
  reason,
  corrects_id: z.uuid().optional(),
  version,
  form_key: z.uuid().optional(),
})
export type CorrectionInput = z.output<typeof correctionForm>

export const uncorrectForm = z.object({ line_id: z.uuid(), version })

export const returnSheetForm = z.object({ decision_reason: reason, version })

export const paySheetForm = z.object({
  paid_on: plainDate,
  bank_reference: text({ min: 2, max: 60 }),
  version,
})
export type PaidInput = z.output<typeof paySheetForm>

export const rateForm = z.object({
  subject_id: z.uuid().optional(),
  pay_type: z.enum(payTypes),
  rate_sen: ringgit({ min: 0, max: largest }),
  starts_on: plainDate,
  form_key: z.uuid().optional(),
})
export type RateInput = z.output<typeof rateForm>

export const endRateForm = z.object({ ends_on: plainDate, version })
