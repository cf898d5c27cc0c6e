import { addDays } from '#app/domain/core/dates.ts'
import type { Seat } from './world.ts'

export const never = '9999-12-31'

export function daysFrom(first: string, last: string): string[] {
  const days = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

export const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Rounded half up, of amounts that are not negative. */
export const round = (numerator: number, denominator: number) =>
  Number((BigInt(numerator) * 2n + BigInt(denominator)) / (BigInt(denominator) * 2n))

/** Public holidays of the whole country that come every year, as the product has them from the start. */
export const isHoliday = (day: string) => ['05-01', '08-31', '09-16', '12-25'].includes(day.slice(5))

export function sits(seat: Seat, day: string): boolean {
  if (seat.status === 'waitlisted' || day < seat.starts_on) return false
  if (seat.status === 'ended' && seat.ends_on === null) return false
  if (seat.ends_on !== null && day > seat.ends_on) return false
  if (seat.pauses.length === 0) return seat.status !== 'paused'
  return seat.pauses.every(
    ({ paused_from, paused_to }) => day < paused_from || (paused_to !== null && day > paused_to),
  )
}

const earlier = (one: string, other: string | null) => (other !== null && other < one ? other : one)

/**
 * A seat by the days for which it is charged, where a new year has set whole months. Who never came is charged for none,
 * and a pause from the first day is one from the first charged day.
 */
export function charged(seat: Seat): Seat {
  const { starts_on, ends_on, pauses, bills_from, bills_until } = seat
  const neverCame = ends_on !== null && ends_on < starts_on
  const end = neverCame ? bills_from && addDays(bills_from, -1) : bills_until
  return {
    ...seat,
    starts_on: bills_from ?? starts_on,
    ends_on: ends_on && earlier(ends_on, end),
    pauses: pauses.map(({ paused_from, paused_to }) => ({
      paused_from: paused_from <= starts_on ? earlier(paused_from, bills_from) : paused_from,
      paused_to,
    })),
  }
}

export const lastDay = (seat: Seat) => seat.ends_on ?? (seat.status === 'ended' ? '0001-01-01' : never)
