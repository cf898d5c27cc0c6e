import { z } from 'zod'
import { code, lines, plainDate, text, version } from '#app/domain/core/fields.ts'

/** New and edit. An emptied field is written as empty. */
export const programForm = z
  .object({
    code,
    name: text({ min: 2, max: 150 }),
    department_id: z.uuid().optional(),
    branch_ids: z.array(z.uuid()).max(100).optional(),
    level: text({ max: 50 }).optional(),
    duration_months: z.number().int().min(1).max(120).optional(),
    starts_on: plainDate.optional(),
    ends_on: plainDate.optional(),
    public_registration: z.boolean().optional(),
    sort_order: z.number().int().min(0).max(999),
    description: lines(2000).optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .refine(({ starts_on, ends_on }) => !starts_on || !ends_on || starts_on <= ends_on, {
    path: ['ends_on'],
    message: 'program.ends_before_start',
  })
