import { sql, type Transaction } from 'kysely'
import { branchesToChoose } from '#app/domain/catalogue/branches/branches.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keys, open, seal } from '#app/domain/core/secrets.ts'
import { type DateOrder, plainWords, shown } from '#app/domain/core/spreadsheets/cells.ts'
import { datesIn } from '#app/domain/core/spreadsheets/dates-in.ts'
import { findHeadings, headingsOf, mostAbove } from '#app/domain/core/spreadsheets/headings.ts'
import type { Cell, SheetRow } from '#app/integrations/spreadsheets/cell.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { ImportKindName, ImportNotes, Problem } from './import.ts'
import { type About, type AnyKind, type ImportField, reachOf, type Values } from './kind.ts'

/** Column of each field, from 0. */
export type Columns = Readonly<Record<string, number>>

/** What is fixed for all rows by what a heading says of whom it is. */
const saysOf: Record<string, RegExp> = {
  father: /\b(father|bapa|ayah|abah)\b/,
  mother: /\b(mother|ibu|emak|mak)\b(?! bapa)/,
  guardian: /\b(guardian|penjaga|waris)\b/,
}

/** `Birth certificate number (MyKid)*` is `birth certificate no`. */
const called = (text: string) =>
  plainWords(text.replace(/\(.*?\)|\*/g, ' ')).replace(/\b(number|nombor|num)\b/g, 'no')

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
  const plain = headings.map(called)
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

export interface Upload {
  kind: ImportKindName
  file_name: string
  date_order: DateOrder
  branch_id: string
  rows: readonly SheetRow[]
  /** Guesses the mapping from the headings. */
  guess(headings: readonly string[]): { columns: Columns; fixed: Record<string, string> }
}

/** Rows that are written in one statement. */
const batch = 500

/**
 * The index of the row with the headings: the one with most that are known; else the first with two texts, since a title
 * above a table is one.
 */
export function headingRow(rows: readonly SheetRow[], guess: Upload['guess']): number {
  const known = findHeadings(rows, (headings) => Object.keys(guess(headings).columns).length)
  const filled = ({ cells }: SheetRow) => cells.filter((cell) => shown(cell).trim() !== '').length
  return (
    known ??
    Math.max(
      0,
      rows.slice(0, mostAbove).findIndex((row) => filled(row) >= 2),
    )
  )
}

/**
 * Stores the rows below a file's headings, encrypted, with the guessed mapping. Refuses a branch out of scope and a file
 * without such rows. Returns the id.
 */
export async function stageImport(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
  keys: Keys,
  { rows, guess, ...upload }: Upload,
): Promise<string> {
  const branches = await branchesToChoose(trx, reachOf(actor, 'import.upload'))
  if (!branches.some(({ id }) => id === upload.branch_id)) throw new Refusal('not_found.branch', 'branch_id')
  const id = newId()
  const heading = headingRow(rows, guess)
  const others = rows.slice(heading + 1)
  if (others.length === 0) throw new Refusal('import.fault.no_rows', 'file')
  const headings = headingsOf(rows[heading]!)
  const dates = datesIn(
    others.flatMap(({ cells }) => cells),
    upload.date_order,
  )
  const notes: ImportNotes = {
    ...(heading > 0 ? { heading: rows[heading]!.number } : {}),
    ...(dates?.isAmbiguous ? { ambiguous_dates: true } : {}),
  }
  const { columns, fixed } = guess(headings)
  await trx
    .insertInto('import')
    .values({
      ...{ id, ...upload, headings_sealed: sealHeadings(keys, id, headings), row_count: others.length },
      ...{ columns: JSON.stringify(columns), fixed: JSON.stringify(fixed) },
      notes: JSON.stringify(notes),
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  for (let from = 0; from < others.length; from += batch)
    await trx
      .insertInto('import_row')
      .values(
        others.slice(from, from + batch).map(({ number, cells }) => {
          const row = newId()
          return { id: row, import_id: id, number, cells_sealed: sealCells(keys, row, cells) }
        }),
      )
      .execute()
  const after = { kind: upload.kind, file_name: upload.file_name, row_count: others.length }
  await record(trx, actor, 'import.uploaded', { type: 'import', id }, { after })
  return id
}

/** Stores what is shown about the file of an import beside its rows. */
export async function noteFile(trx: Transaction<DB>, id: string, notes: ImportNotes): Promise<void> {
  await trx
    .updateTable('import')
    .set({ notes: sql`notes || ${JSON.stringify(notes)}::jsonb` })
    .where('id', '=', id)
    .execute()
}

/** Cells hold identity numbers, so they are encrypted for their row. */
export const sealCells = (keys: Keys, row: string, cells: readonly Cell[]): string =>
  seal(
    keys.ring,
    { place: keys.place, table: 'import_row', column: 'cells_sealed', row },
    JSON.stringify(cells),
  )

/** Empty after the cells were removed. */
export const openCells = (keys: Keys, row: string, sealed: string | null): Cell[] =>
  sealed === null
    ? []
    : JSON.parse(
        open(keys.ring, { place: keys.place, table: 'import_row', column: 'cells_sealed', row }, sealed),
      )

const sealHeadings = (keys: Keys, row: string, headings: readonly string[]): string =>
  seal(
    keys.ring,
    { place: keys.place, table: 'import', column: 'headings_sealed', row },
    JSON.stringify(headings),
  )

export const openHeadings = (keys: Keys, row: string, sealed: string | null): string[] =>
  sealed === null
    ? []
    : JSON.parse(
        open(keys.ring, { place: keys.place, table: 'import', column: 'headings_sealed', row }, sealed),
      )

/** How the cells of an import are read. */
interface Reading {
  columns: Columns
  fixed: Readonly<Record<string, string>>
  date_order: DateOrder
}

/** Parses a row, or returns its problems: of each cell first, then of the row as a whole. */
export function readRow(
  kind: AnyKind,
  { columns, fixed, date_order }: Reading,
  about: About,
  cells: readonly Cell[],
): { row: unknown } | { problems: Problem[] } {
  const values: Values = {}
  const problems: Problem[] = []
  for (const { key, read } of kind.fields) {
    const column = columns[key]
    const cell = column === undefined ? null : (cells[column] ?? null)
    const result = read(cell, date_order)
    if ('problem' in result) problems.push({ field: key, code: result.problem })
    // An unreadable cell still counts as filled in, so that it is not reported as missing as well.
    const value = 'problem' in result ? shown(cell) : (result.value ?? fixed[key])
    if (value !== undefined) values[key] = value
  }
  if (problems.length === 0) return kind.parse(values, about)
  const parsed = kind.parse(values, about)
  const more = 'problems' in parsed ? parsed.problems : []
  const named = new Set(problems.map(({ field }) => field))
  // Problems of empty fields are not reported yet: they may only follow from the unreadable cell.
  const isSaid = ({ field }: Problem) => {
    const known = kind.fields.find(({ key }) => key === field)
    return known?.required === true || shown(cells[columns[field ?? ''] ?? -1]) !== ''
  }
  return { problems: [...problems, ...more.filter((one) => !named.has(one.field) && isSaid(one))] }
}
