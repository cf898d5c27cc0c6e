import { z } from 'zod'
import { plainDate, text, version } from '#app/domain/core/fields.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { ringgit } from '#app/domain/core/money.ts'

/** How far from today a class may begin or end, in days. */
export const furthestDays = 366

/** The first and the last day of a pause; no last day until someone ends it. */
export interface Pause {
  paused_from: string
  paused_to: string | null
}

/** A seat in a class, on the page of the student, with its running or next pause, else the last one. */
export interface SeatRow {
  id: string
  subject: string
  starts_on: string
  ends_on: string | null
  paused_from: string | null
  paused_to: string | null
  /** The pause has not begun. */
  is_planned: boolean
  /** All of them, the first one first. */
  pauses: readonly Pause[]
  status: string
  version: number
}

export const seatColumns = columnsOf<SeatRow>()(
  { key: 'subject', label: 'enrolment.subject_id' },
  { key: 'starts_on', label: 'enrolment.starts_on', kind: 'date' },
  { key: 'ends_on', label: 'enrolment.ends_on', kind: 'date' },
  { key: 'paused_from', label: 'enrolment.paused_from', kind: 'date', room: 'wide' },
  { key: 'paused_to', label: 'enrolment.paused_to', kind: 'date', room: 'wide' },
  { key: 'status', label: 'enrolment.status', kind: 'status' },
)

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

/** Amounts in ringgit, parsed to sen; an empty one means the standard price. */
export const ownFeesForm = z.object({
  fees: z
    .array(z.object({ fee_type_id: z.uuid(), amount_sen: ringgit({ max: 10_000_000 }).optional() }))
    .max(50),
  reason: text({ min: 3, max: 200 }).optional(),
  version,
})
export type OwnFeesInput = z.output<typeof ownFeesForm>
