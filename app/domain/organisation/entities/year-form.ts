import { z } from 'zod'
import { version } from '#app/domain/core/fields.ts'

/** In which month the year of an organisation begins. */
export const yearForm = z.object({
  academic_year_start_month: z.coerce.number().int().min(1).max(12),
  version,
})
