import { z } from 'zod'
import { formatDate } from '#app/domain/core/dates.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { code, lines, plainDate, text, version } from '#app/domain/core/fields.ts'
import { translatedFields, translationFacts } from '#app/domain/core/translated.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** What one registers for: modules and classes belong to it, and a department may answer for it. */

interface Described {
  department: string | null
  branches: string | null
  level: string | null
  duration_months: number | null
  starts_on: string | null
  ends_on: string | null
  public_registration: boolean
  sort_order: number
  description: string | null
}

/** What a program is, besides its code and name. */
export const programFacts = (row: Described, t: Words, locale: Locale): PlainFact[] => [
  ...translationFacts(row, 'program', ['name', 'description'], t),
  { label: t('program.department_id'), value: row.department },
  { label: t('program.branch_ids'), value: row.branches ?? t('program.every_branch') },
  { label: t('program.level'), value: row.level },
  { label: t('program.duration_months'), value: row.duration_months },
  { label: t('program.starts_on'), value: row.starts_on && formatDate(row.starts_on, locale) },
  { label: t('program.ends_on'), value: row.ends_on && formatDate(row.ends_on, locale) },
  { label: t('program.public_registration'), value: t(row.public_registration ? 'common.yes' : 'common.no') },
  { label: t('program.sort_order'), value: row.sort_order },
  { label: t('program.description'), value: row.description, wide: true },
]

/** New and edit. An emptied field is written as empty. */
export const programForm = z
  .object({
    code,
    name: text({ min: 2, max: 150 }),
    ...translatedFields('name', text({ min: 2, max: 150 })),
    department_id: z.uuid().optional(),
    branch_ids: z.array(z.uuid()).max(100).optional(),
    level: text({ max: 50 }).optional(),
    duration_months: z.number().int().min(1).max(120).optional(),
    starts_on: plainDate.optional(),
    ends_on: plainDate.optional(),
    public_registration: z.boolean().optional(),
    sort_order: z.number().int().min(0).max(999),
    description: lines(2000).optional(),
    ...translatedFields('description', lines(2000)),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .refine(({ starts_on, ends_on }) => !starts_on || !ends_on || starts_on <= ends_on, {
    path: ['ends_on'],
    message: 'program.ends_before_start',
  })
