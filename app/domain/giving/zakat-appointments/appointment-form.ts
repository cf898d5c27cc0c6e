import { z } from 'zod'
import { states } from '#app/domain/core/contact/malaysia.ts'
import { plainDate, text } from '#app/domain/core/fields.ts'

/** What an authority's letter says; the letter itself comes beside it as a file. */
export const appointmentForm = z
  .object({
    authority: text({ min: 2, max: 150 }),
    state: z.enum(states),
    appointment_no: text({ max: 50 }),
    valid_from: plainDate,
    valid_to: plainDate,
    letter: z.instanceof(File).optional(),
    form_key: z.uuid().optional(),
  })
  .refine(({ valid_from, valid_to }) => valid_from <= valid_to, {
    path: ['valid_to'],
    message: 'donation.ends_before_start',
  })
export type AppointmentInput = z.output<typeof appointmentForm>
