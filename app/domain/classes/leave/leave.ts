import { z } from 'zod'
import { chosenFile, plainDate, text } from '#app/domain/core/fields.ts'

/** Days of one request, its first day included. */
export const mostLeaveDays = 60
/** How many days ago leave may begin: a child who was ill this morning or yesterday is still excused in writing. */
export const leaveDaysBack = 1
/** How far ahead leave may begin. */
export const leaveDaysAhead = 365

/** coming: has not begun; current: today is in it; over; withdrawn. */
export const leaveStates = ['coming', 'current', 'over', 'withdrawn'] as const
export type LeaveState = (typeof leaveStates)[number]

/** An upload field in which nothing was chosen sends an empty file. */
const paper = z.preprocess(
  (sent) => (sent instanceof File && sent.size === 0 && sent.name === '' ? undefined : sent),
  chosenFile.optional(),
)

export const leaveForm = z.object({
  starts_on: plainDate,
  ends_on: plainDate,
  /** The family and whoever marks read it. */
  reason: text({ min: 3, max: 300 }),
  file: paper,
  form_key: z.uuid().optional(),
})
export type LeaveInput = z.output<typeof leaveForm>
