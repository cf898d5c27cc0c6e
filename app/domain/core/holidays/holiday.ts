import type { Kysely } from 'kysely'
import { z } from 'zod'
import { states } from '#app/domain/core/contact/address.ts'
import { plainDate, text, version } from '#app/domain/core/fields.ts'
import type { DB } from '#db/types.ts'

/** A public holiday: one date, or the same day of every year. */
export interface Holiday {
  /** `YYYY-MM-DD` */
  on: string
  /** The day and the month count, whatever the year. */
  yearly: boolean
  /** As in `states` of core/contact/address.ts; null: in the whole country. */
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

/** Create and edit. Without a state it is a national holiday. */
export const holidayForm = z.object({
  name: text({ min: 2, max: 100 }),
  closed_on: plainDate,
  yearly: z.boolean().optional(),
  state: z.enum(states).optional(),
  version: version.optional(),
})
export type HolidayInput = z.output<typeof holidayForm>

/** All holidays that the operator has entered. */
export async function holidaysOf(db: Kysely<DB>): Promise<Holiday[]> {
  return db.selectFrom('platform.closure_date').select(['closed_on as on', 'yearly', 'state']).execute()
}
