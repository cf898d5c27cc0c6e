import { z } from 'zod'
import { code, lines, text, version } from '#app/domain/core/fields.ts'
import { categoryKinds } from './category.ts'

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
