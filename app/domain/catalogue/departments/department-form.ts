import { z } from 'zod'
import { code, lines, text, version } from '#app/domain/core/fields.ts'

/** New and edit. An emptied field is written as empty. */
export const departmentForm = z.object({
  code,
  name: text({ min: 2, max: 100 }),
  head_staff_id: z.uuid().optional(),
  branch_id: z.uuid().optional(),
  description: lines(500).optional(),
  version: version.optional(),
  form_key: z.uuid().optional(),
})
export type DepartmentInput = z.output<typeof departmentForm>
