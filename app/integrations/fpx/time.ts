/** FPX times are `YYYYMMDDHHmmss` in Malaysia time, which is UTC+8 all year round. */

const EIGHT_HOURS = 8 * 3_600_000
const TIME = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/

/** For example `20260115102912`. */
export function formatTime(at: Date): string {
  return new Date(at.getTime() + EIGHT_HOURS).toISOString().replace(/\D/g, '').slice(0, 14)
}

/** Null for a blank, another form, or a time that no calendar has. */
export function parseTime(text: string): Date | null {
  const match = TIME.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second] = match
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`)
  return !Number.isNaN(at.getTime()) && formatTime(at) === text ? at : null
}
