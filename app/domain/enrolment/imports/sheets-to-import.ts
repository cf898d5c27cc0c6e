import { headingsOf } from '#app/domain/core/spreadsheets/headings.ts'
import { type SheetContents, SheetUnusable } from '#app/integrations/spreadsheets/cell.ts'
import type { ImportNotes } from './import.ts'
import { headingRow, type Upload } from './stage.ts'

/** Sheets of one workbook that become imports; more than any school has classes. */
const mostSheets = 40

interface Sheets {
  taken: SheetContents[]
  left_out: NonNullable<ImportNotes['left_out']>
}

/**
 * The sheets of a workbook to import: all with known headings and rows below them, or else the first that has rows. Empty
 * sheets are passed over; all others are named with the reason. Refuses (SheetUnusable) a workbook without any.
 */
export function sheetsToImport(sheets: readonly SheetContents[], guess: Upload['guess']): Sheets {
  const filled = sheets.filter(({ hidden, rows, fault }) => !hidden && (rows.length > 0 || fault))
  const usable = filled.filter(({ rows }) => rows.length > headingRow(rows, guess) + 1)
  const known = usable.filter(({ rows }) => {
    const headings = headingsOf(rows[headingRow(rows, guess)]!)
    return Object.keys(guess(headings).columns).length >= 2
  })
  const taken = (known.length > 0 ? known : usable.slice(0, 1)).slice(0, mostSheets)
  if (taken.length === 0) {
    const [first] = filled
    throw new SheetUnusable(first?.fault ?? (first ? 'no_rows' : 'empty'))
  }
  const others = sheets.filter((sheet) => !taken.includes(sheet) && (sheet.hidden || filled.includes(sheet)))
  const left_out = others.map(({ name, hidden, fault }) => ({
    sheet: name,
    reason: hidden ? ('hidden' as const) : fault ? ('too_many' as const) : ('headings' as const),
  }))
  return { taken, left_out }
}
