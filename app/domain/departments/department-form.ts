import { z } from 'zod'
import { code, lines, text, version } from '#app/domain/fields.ts'
import { idFilter, oneOf, searchOf } from '#app/domain/lists/search.ts'
import { departmentStatuses } from './department.ts'

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

export const departmentSearch = searchOf(['code', 'name', 'branch', 'staff', 'programs', 'status'], {
  branch_id: idFilter,
  status: oneOf(departmentStatuses),
})
export type DepartmentSearch = z.output<typeof departmentSearch>
