import { addDays } from '#app/domain/core/dates.ts'

/** Days before its end on which it is noticed that a discount ends. */
export const noticeDays = 30

/** The last day of what ends soon, seen from a day. */
export const soonUntil = (today: string): string => addDays(today, noticeDays)

/** A rule, or a discount of a student, that ends soon. */
export interface Ending {
  id: string
  discount: string
  /** Null of a rule. */
  student: string | null
  ends_on: string
}
