import { z } from 'zod'
import { plainDate, text, version } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'

const why = text({ max: 300 }).optional()

export const enrolForm = z.object({
  subject_id: z.uuid(),
  starts_on: plainDate,
  form_key: z.uuid().optional(),
})
export type EnrolInput = z.output<typeof enrolForm>

export const pauseForm = z
  .object({ paused_from: plainDate, paused_to: plainDate.optional(), reason: why, version })
  .refine(({ paused_from, paused_to }) => !paused_to || paused_from <= paused_to, {
    path: ['paused_to'],
    message: 'enrolment.paused_to',
  })
export type PauseInput = z.output<typeof pauseForm>

export const endForm = z.object({ ends_on: plainDate, reason: why, version })
export type EndInput = z.output<typeof endForm>

/** Amounts in ringgit, read as sen; an empty one is as for everyone. */
export const ownFeesForm = z.object({
  fees: z
    .array(z.object({ fee_type_id: z.uuid(), amount_sen: ringgit({ max: 10_000_000 }).optional() }))
    .max(50),
  reason: text({ min: 3, max: 200 }).optional(),
  version,
})
export type OwnFeesInput = z.output<typeof ownFeesForm>
