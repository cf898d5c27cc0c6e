import { plainWords } from '#app/domain/core/spreadsheets/cells.ts'
import type { ImportField } from './kind.ts'

/** Column of each field, from 0. */
export type Columns = Readonly<Record<string, number>>

/** What is fixed for all rows by what a heading says of whom it is. */
const saysOf: Record<string, RegExp> = {
  father: /\b(father|bapa|ayah|abah)\b/,
  mother: /\b(mother|ibu|emak|mak)\b(?! bapa)/,
  guardian: /\b(guardian|penjaga|waris)\b/,
}

/** `Birth certificate number` is `birth certificate no`. */
const called = (text: string) => plainWords(text).replace(/\b(number|nombor|num)\b/g, 'no')

/**
 * Guesses the column of each field by its labels in both languages (`labels`), by the label without its person (`bare`) where
 * that is unique, and by synonyms. Each column is used once; exact matches win over partial ones. A person confirms it.
 */
export function guess(
  fields: readonly ImportField[],
  labels: (field: ImportField) => readonly string[],
  headings: readonly string[],
  bare: (field: ImportField) => readonly string[] = () => [],
): { columns: Columns; fixed: Record<string, string> } {
  const plain = headings.map((heading) => called(heading.replace(/\(.*?\)|\*/g, ' ')))
  const columns: Record<string, number> = {}
  const taken = new Set<number>()
  const take = (key: string, column: number) => {
    if (column < 0 || taken.has(column) || key in columns) return
    columns[key] = column
    taken.add(column)
  }
  for (const field of fields) for (const label of labels(field)) take(field.key, plain.indexOf(called(label)))
  const shared = fields.flatMap((field) => [...new Set(bare(field).map(called))])
  for (const field of fields)
    for (const word of bare(field).map(called))
      if (shared.filter((other) => other === word).length === 1) take(field.key, plain.indexOf(word))
  for (const { key, words } of fields)
    for (const word of words.split(','))
      take(
        key,
        plain.findIndex((heading, index) => !taken.has(index) && heading === called(word)),
      )
  const settled = firstWhoIsAlone(fields, columns)
  return { columns: settled, fixed: fixedBy(fields, settled, plain) }
}

/** If only the second parent has columns, they become those of the first, who is required. */
function firstWhoIsAlone(fields: readonly ImportField[], columns: Columns): Columns {
  const second = (key: string) => key.replace('_1_', '_2_')
  const isAlone = fields.some(
    ({ key }) => key.endsWith('_1_name') && !(key in columns) && second(key) in columns,
  )
  if (!isAlone) return columns
  const own = Object.entries(columns).filter(([key]) => !key.includes('_2_'))
  const moved = fields.flatMap(({ key }) => {
    const column = key.includes('_1_') ? columns[second(key)] : undefined
    return column === undefined ? [] : [[key, column] as const]
  })
  return Object.fromEntries([...own, ...moved])
}

/** Values implied by a heading: `Nama bapa` means that the parent is the father. */
function fixedBy(fields: readonly ImportField[], columns: Columns, headings: readonly string[]) {
  const fixed: Record<string, string> = {}
  for (const { key, fixed: may, of } of fields) {
    if (!may || key in columns) continue
    const siblings = fields.filter((field) => field.of === of && field.key in columns)
    const said = siblings.map((field) => headings[columns[field.key]!]!)
    const value = may.values.find((one) => said.some((heading) => saysOf[one]?.test(heading)))
    if (value) fixed[key] = value
  }
  return fixed
}
