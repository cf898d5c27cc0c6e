import type { PlainFact, Words } from '#app/domain/core/facts.ts'

/** Groups subjects for lists, registration filters and reports. */
export const categoryKinds = ['level', 'age', 'stream', 'other'] as const

interface Described {
  kind: string
  min_age: number | null
  max_age: number | null
  description: string | null
}

/** What a category is, besides its code and name. */
export const categoryFacts = (row: Described, t: Words): PlainFact[] => [
  { label: t('category.kind'), value: t(`category.kinds.${row.kind}`) },
  { label: t('category.min_age'), value: row.min_age },
  { label: t('category.max_age'), value: row.max_age },
  { label: t('category.description'), value: row.description, wide: true },
]
