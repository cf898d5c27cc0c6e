import { z } from 'zod'
import { code, lines, text, version } from '#app/domain/core/fields.ts'

/** New and edit. An emptied field is written as empty. */
export const moduleForm = z.object({
  code,
  name: text({ min: 2, max: 150 }),
  program_id: z.uuid(),
  sequence: z.number().int().min(1).max(999),
  description: lines(2000).optional(),
  version: version.optional(),
  form_key: z.uuid().optional(),
})
