import { readXlsx } from 'hucre/xlsx'
import { type Cell, type SheetRow, SheetUnusable, sheetLimits } from './cell.ts'
import { refuseHostileZip } from './hostile-zip.ts'

/**
 * The first sheet that is shown. What a formula came to is taken, as whoever made the file saw it. The first argument
 * says how many rows there may be.
 */
export async function run(bytes: Buffer, [most]: readonly string[] = []): Promise<Uint8Array> {
  const mostRows = Number(most ?? sheetLimits.rows)
  refuseHostileZip(bytes)
  let taken = false
  const { sheets } = await readXlsx(bytes, {
    sheets: ({ hidden, veryHidden }) => {
      if (taken || hidden || veryHidden) return false
      taken = true
      return true
    },
    maxRows: mostRows + 200,
  })
  const sheet = sheets[0]
  if (!sheet) throw new SheetUnusable('empty')
  const rows: SheetRow[] = []
  sheet.rows.forEach((values, index) => {
    const cells = values.map((value, column) => cellOf(value, sheet.cells?.get(`${index},${column}`)))
    while (cells.length > 0 && isBlank(cells.at(-1))) cells.pop()
    if (cells.length > sheetLimits.columns) throw new SheetUnusable('too_many_columns')
    if (cells.length > 0) rows.push({ number: index + 1, cells })
  })
  if (rows.length > mostRows + 1 || sheet.rows.length > mostRows + 150)
    throw new SheetUnusable('too_many_rows')
  return Buffer.from(JSON.stringify(rows))
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
