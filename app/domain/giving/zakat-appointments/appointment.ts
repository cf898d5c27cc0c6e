import { z } from 'zod'
import { states } from '#app/domain/core/contact/address.ts'
import { plainDate, text } from '#app/domain/core/fields.ts'

export const appointmentStatuses = ['requested', 'confirmed', 'refused', 'withdrawn'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/**
 * Whether zakat of a type may be collected: no letter submitted, under review, refused, valid, valid from a later day,
 * expired.
 */
export const standings = ['none', 'requested', 'refused', 'confirmed', 'later', 'expired'] as const
export type Standing = (typeof standings)[number]

interface Letter {
  status: string
  valid_from: string
  valid_to: string
}

/** The standing by all letters of a type; a valid letter comes first, then one under review. */
export function standingOf(letters: readonly Letter[], on: string): Standing {
  const confirmed = letters.filter(({ status }) => status === 'confirmed')
  if (confirmed.some(({ valid_from, valid_to }) => valid_from <= on && on <= valid_to)) return 'confirmed'
  if (letters.some(({ status }) => status === 'requested')) return 'requested'
  if (confirmed.some(({ valid_from }) => valid_from > on)) return 'later'
  if (confirmed.length > 0) return 'expired'
  return letters.some(({ status }) => status === 'refused') ? 'refused' : 'none'
}

/** Days before the end at which the organisation is warned; 0: that it has ended. */
const warningDays = [30, 7, 1, 0] as const

/** The latest warning that is due: `days` until the last day, -1 on the day after it. None while there is time. */
export function warningAt(days: number): (typeof warningDays)[number] | null {
  if (days < 0) return 0
  return warningDays.findLast((step) => step > 0 && days <= step) ?? null
}

/** The details of an authority's letter, which is uploaded as a file. */
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
