import { z } from 'zod'
import { settingVersion } from '#app/domain/core/fields.ts'

const box = z.boolean().optional()

/** How a month is billed; a box that is not ticked is a no. `version` is 0 before the first change. */
export const generationSettingForm = z.object({
  day: z.coerce.number().int().min(1).max(31),
  for: z.enum(['next_month', 'same_month']),
  group_by: z.enum(['student', 'subject']),
  issue_zero: box,
  notify_at: z.string().regex(/^(0[89]|1\d|20):[0-5]\d$/, 'generation.civil_hour'),
  family: z.enum(['payer', 'any_parent']),
  child_order: z.enum(['oldest_first', 'highest_fee_first']),
  auto_run: box,
  version: settingVersion,
})
