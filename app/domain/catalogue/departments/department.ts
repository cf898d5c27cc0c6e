import type { PlainFact, Words } from '#app/domain/core/facts.ts'

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
