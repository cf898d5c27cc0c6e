import { z } from 'zod'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { code, lines, text, version } from '#app/domain/core/fields.ts'

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

const age = z.number().int().min(0).max(120).optional()

/** New and edit. An emptied field is written as empty. */
export const categoryForm = z
  .object({
    code,
    name: text({ min: 2, max: 100 }),
    kind: z.enum(categoryKinds),
    min_age: age,
    max_age: age,
    description: lines(500).optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .refine(({ min_age, max_age }) => min_age === undefined || max_age === undefined || min_age <= max_age, {
    path: ['max_age'],
    message: 'category.age_range',
  })
export type CategoryInput = z.output<typeof categoryForm>
