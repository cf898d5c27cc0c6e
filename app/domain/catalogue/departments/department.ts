import { z } from 'zod'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { code, lines, text, version } from '#app/domain/core/fields.ts'

/** Groups staff and programs; somebody may head it. */

interface Described {
  head: string | null
  branch: string | null
  description: string | null
}

/** What a department is, besides its code and name. */
export const departmentFacts = (row: Described, t: Words): PlainFact[] => [
  { label: t('department.head_staff_id'), value: row.head },
  { label: t('department.branch_id'), value: row.branch },
  { label: t('department.description'), value: row.description, wide: true },
]

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
