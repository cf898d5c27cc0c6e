import { z } from 'zod'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { code, lines, text, version } from '#app/domain/core/fields.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'

/** A part of a program; classes may belong to one. */

interface Part {
  code: string
  name: string
  sequence: number
  subjects: number | null
  status: string
}

interface Described {
  program: string
  sequence: number
  description: string | null
}

/** Of the modules of one program, on its page. */
export const partColumns = columnsOf<Part>()(
  { key: 'code', label: 'module.code', kind: 'number' },
  { key: 'name', label: 'module.name', room: 'who' },
  { key: 'sequence', label: 'module.sequence', kind: 'count', room: 'table' },
  { key: 'subjects', label: 'module.subjects', kind: 'count', room: 'table' },
  { key: 'status', label: 'module.status', kind: 'status' },
)

/** What a module is, besides its code and name. */
export const moduleFacts = (row: Described, t: Words): PlainFact[] => [
  { label: t('module.program_id'), value: row.program },
  { label: t('module.sequence'), value: row.sequence },
  { label: t('module.description'), value: row.description, wide: true },
]

/** New and edit. An emptied field is written as empty. */
export const moduleForm = z.object({
  code,
  name: text({ min: 2, max: 150 }),
  program_id: z.uuid(),
  sequence: z.number().int().min(1).max(999),
  description: lines(2000).optional(),
  version: version.optional(),
  form_key: z.uuid().optional(),
})
