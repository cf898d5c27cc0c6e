import type { PlainFact, Words } from '#app/domain/facts.ts'

/** A part of a program; classes may belong to one. */

interface Described {
  program: string
  sequence: number
  description: string | null
}

/** What a module is, besides its code and name. */
export const moduleFacts = (row: Described, t: Words): PlainFact[] => [
  { label: t('module.program_id'), value: row.program },
  { label: t('module.sequence'), value: row.sequence },
  { label: t('module.description'), value: row.description, wide: true },
]
