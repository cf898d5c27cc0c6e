import { columnsOf } from '#app/domain/core/lists/columns.ts'

export const enrolmentStatuses = ['active', 'paused', 'waitlisted', 'ended'] as const

/** How far from today a class may begin or end, in days. */
export const furthestDays = 366

/** A seat in a class, on the page of the student. */
export interface SeatRow {
  id: string
  subject: string
  starts_on: string
  ends_on: string | null
  paused_from: string | null
  paused_to: string | null
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
