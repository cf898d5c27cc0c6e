import type { Sheet } from 'hucre'
import { readXlsx } from 'hucre/xlsx'
import { type Cell, type SheetContents, type SheetRow, sheetLimits } from './cell.ts'
import { refuseHostileZip } from './hostile-zip.ts'

/**
 * Every sheet of a workbook ({@link SheetContents}). What a formula came to is taken, as whoever made the file saw it. The
 * argument says how many rows there may be.
 */
export async function run(bytes: Buffer, [most]: readonly string[] = []): Promise<Uint8Array> {
  const mostRows = Number(most ?? sheetLimits.rows)
  refuseHostileZip(bytes)
  const found: { name: string; hidden: boolean }[] = []
  const { sheets } = await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      const isHidden = Boolean(hidden || veryHidden)
      found.push({ name, hidden: isHidden })
      return !isHidden
    },
    maxRows: mostRows + 200,
  })
  const read = sheets.values()
  const contents = found.map(({ name, hidden }) =>
    hidden ? { name, hidden, ...nothing } : contentsOf(read.next().value!, mostRows),
  )
  return Buffer.from(JSON.stringify(contents))
}

const nothing = { rows: [], hidden_rows: [], hidden_columns: [], fault: null }

function contentsOf(
  { name, rows: values, cells: known, rowDefs, columns = [] }: Sheet,
  mostRows: number,
): SheetContents {
  const rows: SheetRow[] = []
  let widest = 0
  values.forEach((row, index) => {
    const cells = row.map((value, column) => cellOf(value, known?.get(`${index},${column}`)))
    while (cells.length > 0 && isBlank(cells.at(-1))) cells.pop()
    widest = Math.max(widest, cells.length)
    if (cells.length > 0) rows.push({ number: index + 1, cells })
  })
  const fault =
    widest > sheetLimits.columns
      ? ('too_many_columns' as const)
      : rows.length > mostRows + 1 || values.length > mostRows + 150
        ? ('too_many_rows' as const)
        : null
  return {
    ...{ name, hidden: false, rows: fault ? [] : rows, fault },
    hidden_rows: rows.flatMap(({ number }) => (rowDefs?.get(number - 1)?.hidden ? [number] : [])),
    hidden_columns: columns.flatMap(({ hidden }, column) => (hidden && column < widest ? [column] : [])),
  }
}

const isBlank = (cell: Cell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

interface Known {
  type?: string
  formula?: string
  formulaResult?: unknown
}

function cellOf(value: unknown, known: Known | undefined): Cell {
  const isFormula = known?.formula !== undefined
  const worth = isFormula ? (known?.formulaResult ?? value) : value
  if (worth === null || worth === undefined) return isFormula ? { error: '=' } : null
  if (known?.type === 'error') return { error: String(worth) }
  if (worth instanceof Date) return dayOf(worth)
  if (typeof worth === 'string') {
    if (/^#(REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/.test(worth)) return { error: worth }
    return worth.length > sheetLimits.letters ? { error: '…' } : worth
  }
  if (typeof worth === 'number') return Number.isFinite(worth) ? worth : { error: '#NUM!' }
  return typeof worth === 'boolean' ? worth : String(worth)
}

function dayOf(date: Date): Cell {
  return Number.isNaN(date.getTime()) ? { error: '#NUM!' } : { day: date.toISOString().slice(0, 10) }
}
