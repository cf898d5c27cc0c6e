import type { PlainFact, Words } from '#app/domain/core/facts.ts'
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
