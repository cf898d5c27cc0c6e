/** A public holiday: a plain date, or the same day of every year. */
export interface Holiday {
  /** `YYYY-MM-DD` */
  on: string
  /** The day and the month count, whatever the year. */
  yearly: boolean
  /** As in `domain/core/contact/malaysia.ts`; null: in the whole country. */
  state: string | null
}

/** Whether a day is a public holiday in a state, or in the whole country; null: only in the whole country. */
export function isHoliday(on: string, state: string | null, holidays: readonly Holiday[]): boolean {
  return holidays.some(
    (holiday) =>
      (holiday.state === null || holiday.state === state) &&
      (holiday.yearly ? holiday.on.slice(5) === on.slice(5) : holiday.on === on),
  )
}
