import { z } from 'zod'
import { daysBetween, isPlainDate } from '#app/domain/core/dates.ts'
import { plainDate, text, version } from '#app/domain/core/fields.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'

/** Days that one closure may last after its first. */
export const longestClosure = 365

export const closureForm = z
  .object({
    name: text({ min: 2, max: 100 }),
    starts_on: plainDate,
    ends_on: plainDate,
    branch_id: z.uuid().optional(),
    /** How many planned sessions the page said that it cancels. */
    sessions: z.coerce.number().int().min(0).optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine(({ starts_on, ends_on }, context) => {
    // Runs also where a day was refused.
    if (![starts_on, ends_on].every((day) => day && isPlainDate(day))) return
    const message =
      ends_on < starts_on
        ? 'closure.ends_first'
        : daysBetween(starts_on, ends_on) > longestClosure
          ? 'closure.too_long'
          : undefined
    if (message) context.addIssue({ code: 'custom', path: ['ends_on'], message })
  })
export type ClosureInput = z.output<typeof closureForm>

interface Holiday {
  on_day: string
  name: string
  state: string | null
}

/** Of the public holidays beside the organisation's own closures. */
export const holidayColumns = columnsOf<Holiday>()(
  { key: 'on_day', label: 'closure.day', kind: 'date' },
  { key: 'name', label: 'closure.name', room: 'who' },
  { key: 'state', label: 'closure.state', none: 'closure.everywhere' },
)
