import type { PlainFact, Words } from '#app/domain/facts.ts'
import { columnsOf } from '#app/domain/lists/columns.ts'

/** Groups staff and programs; somebody may head it. */
export const departmentStatuses = ['active', 'inactive'] as const
export type DepartmentStatus = (typeof departmentStatuses)[number]

export interface DepartmentRow {
  id: string
  code: string
  name: string
  head: string | null
  branch: string | null
  staff: number
  programs: number
  status: string
}

/** The list, its print and its exports. */
export const departmentColumns = columnsOf<DepartmentRow>()(
  { key: 'code', label: 'department.code', sort: true },
  { key: 'name', label: 'department.name', sort: true },
  { key: 'head', label: 'department.head_staff_id' },
  { key: 'branch', label: 'department.branch_id', sort: true },
  { key: 'staff', label: 'department.staff', kind: 'count', sort: true },
  { key: 'programs', label: 'department.programs', kind: 'count', sort: true },
  { key: 'status', label: 'department.status', kind: 'status', sort: true },
)

type Told = Pick<DepartmentRow, 'head' | 'branch'> & { description: string | null }

/** What a department is, besides its code and name. */
export const departmentFacts = (row: Told, t: Words): PlainFact[] => [
  { label: t('department.head_staff_id'), value: row.head },
  { label: t('department.branch_id'), value: row.branch },
  { label: t('department.description'), value: row.description, wide: true },
]
