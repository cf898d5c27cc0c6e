import type { PlainFact, Words } from '#app/domain/facts.ts'
import { columnsOf } from '#app/domain/lists/columns.ts'

/** Groups subjects for lists, registration filters and reports. */
export const categoryKinds = ['level', 'age', 'stream', 'other'] as const
export const categoryStatuses = ['active', 'inactive'] as const
export type CategoryStatus = (typeof categoryStatuses)[number]

export interface CategoryRow {
  id: string
  code: string
  name: string
  kind: string
  min_age: number | null
  max_age: number | null
  subjects: number
  status: string
}

/** The list, its print and its exports. */
export const categoryColumns = columnsOf<CategoryRow>()(
  { key: 'code', label: 'category.code', sort: true },
  { key: 'name', label: 'category.name', sort: true },
  { key: 'kind', label: 'category.kind', words: 'category.kinds', sort: true },
  { key: 'min_age', label: 'category.min_age', kind: 'count' },
  { key: 'max_age', label: 'category.max_age', kind: 'count' },
  { key: 'subjects', label: 'category.subjects', kind: 'count', total: true, sort: true },
  { key: 'status', label: 'category.status', kind: 'status', sort: true },
)

type Told = Pick<CategoryRow, 'kind' | 'min_age' | 'max_age'> & { description: string | null }

/** What a category is, besides its code and name. */
export const categoryFacts = (row: Told, t: Words): PlainFact[] => [
  { label: t('category.kind'), value: t(`category.kinds.${row.kind}`) },
  { label: t('category.min_age'), value: row.min_age },
  { label: t('category.max_age'), value: row.max_age },
  { label: t('category.description'), value: row.description, wide: true },
]
