export const appointmentStatuses = ['requested', 'confirmed', 'refused', 'withdrawn'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/**
 * How a type of zakat stands towards the law: nothing was handed in, the operator looks at a letter, it was sent back, it
 * holds, it holds from a day to come, it has ended.
 */
export const standings = ['none', 'requested', 'refused', 'confirmed', 'later', 'expired'] as const
export type Standing = (typeof standings)[number]

interface Letter {
  status: string
  valid_from: string
  valid_to: string
}

/** By all letters of a type; one that holds today counts before all others, then the one that is looked at. */
export function standingOf(letters: readonly Letter[], on: string): Standing {
  const confirmed = letters.filter(({ status }) => status === 'confirmed')
  if (confirmed.some(({ valid_from, valid_to }) => valid_from <= on && on <= valid_to)) return 'confirmed'
  if (letters.some(({ status }) => status === 'requested')) return 'requested'
  if (confirmed.some(({ valid_from }) => valid_from > on)) return 'later'
  if (confirmed.length > 0) return 'expired'
  return letters.some(({ status }) => status === 'refused') ? 'refused' : 'none'
}

/** Days before the end at which the organisation is told; 0: that it is over. */
export const warningDays = [30, 7, 1, 0] as const

/** The latest warning that is due: `days` until the last day, -1 on the day after it. None while there is time. */
export function warningAt(days: number): (typeof warningDays)[number] | null {
  if (days < 0) return 0
  return warningDays.findLast((step) => step > 0 && days <= step) ?? null
}
