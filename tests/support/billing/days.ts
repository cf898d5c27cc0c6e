import { addDays } from '#app/domain/dates.ts'
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

export function sits(seat: Seat, day: string): boolean {
  if (seat.status === 'waitlisted' || day < seat.starts_on) return false
  if (seat.status === 'ended' && seat.ends_on === null) return false
  if (seat.ends_on !== null && day > seat.ends_on) return false
  if (seat.paused_from === null) return seat.status !== 'paused'
  return day < seat.paused_from || (seat.paused_to !== null && day > seat.paused_to)
}

export const lastDay = (seat: Seat) => seat.ends_on ?? (seat.status === 'ended' ? '0001-01-01' : never)
