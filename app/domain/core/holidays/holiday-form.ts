import { z } from 'zod'
import { states } from '#app/domain/core/contact/malaysia.ts'
import { plainDate, text, version } from '#app/domain/core/fields.ts'

/** New and edit. Without a state it is a holiday in the whole country. */
export const holidayForm = z.object({
  name: text({ min: 2, max: 100 }),
  closed_on: plainDate,
  yearly: z.boolean().optional(),
  state: z.enum(states).optional(),
  version: version.optional(),
})
export type HolidayInput = z.output<typeof holidayForm>
