import { asDate, shown } from '#app/domain/core/spreadsheets/cells.ts'
import type { Cell } from '#app/integrations/spreadsheets/cell.ts'
import { plainDay } from '#app/integrations/statements/day.ts'
import { senOf } from '#app/integrations/statements/statement.ts'

const months: Readonly<Record<string, string>> = Object.fromEntries(
  'jan feb mar,mac apr may,mei jun jul aug,ogo,ogos sep,sept oct,okt nov dec,dis'
    .split(' ')
    .flatMap((names, index) => names.split(',').map((name) => [name, String(index + 1)])),
)

/**
 * The date of a cell as Malaysian banks write it: day first or year first, the month in digits or letters, optionally with a
 * time. Undefined for anything else, month-first dates included.
 */
export function dayIn(cell: Cell): string | undefined {
  if (typeof cell !== 'string') {
    const read = asDate(cell, 'dmy')
    return 'value' in read && typeof read.value === 'string' ? read.value : undefined
  }
  const text = cell.trim().replace(/[T ,]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([ap]m|Z|[+-]\d{2}:?\d{2})?$/i, '')
  const yearFirst = /^(\d{4})[-/. ]?(\d{2})[-/. ]?(\d{2})$/.exec(text)
  if (yearFirst) return plainDay(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!)
  const [, day, month = '', year = ''] =
    /^(\d{1,2})[-/. ]*([a-z]{3,9}|\d{1,2})[-/. ]*(\d{4}|\d{2})$/i.exec(text) ?? []
  // Digits without separators are ambiguous.
  if (!day || (/^\d+$/.test(month) && !/^\d{1,2}[-/. ]+\d{1,2}[-/. ]+\d/.test(text))) return undefined
  const named = /^\d/.test(month)
    ? month
    : (months[month.slice(0, 4).toLowerCase()] ?? months[month.slice(0, 3).toLowerCase()])
  return named && plainDay(year.length === 2 ? `20${year}` : year, named, day.padStart(2, '0'))
}

/** Amount of a cell in sen, negative if marked so; null for an empty cell, undefined for anything else. */
export function amountIn(cell: Cell): number | null | undefined {
  if (cell === null) return null
  if (typeof cell === 'number') {
    const sen = Math.round(cell * 100)
    // Excel's floating-point error for two decimals is below a thousandth of a sen.
    return Math.abs(cell * 100 - sen) < 1e-3 && Number.isSafeInteger(sen) && Math.abs(sen) < 1e12
      ? sen
      : undefined
  }
  const text = shown(cell).trim()
  if (/^\p{Pd}?$/u.test(text) || text === '') return null
  const [, sign = '', opens = '', , digits = '', closes = '', mark = ''] =
    /^([-+−]?)(\(?)\s*(RM|MYR)?\s*[-−]?(\d[\d,]*(?:\.\d*)?|\.\d+)\s*(\)?)\s*([-+−]|CR?|DR?)?$/i.exec(text) ??
    []
  if (!digits || (opens === '') !== (closes === '')) return undefined
  if (digits.includes(',') && !/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(digits)) return undefined
  const sen = senOf(digits.replaceAll(',', '').replace(/^\./, '0.'))
  if (sen === undefined) return undefined
  const isNegative =
    opens !== '' || /[-−]/.test(sign) || /^(RM|MYR)?\s*[-−]/i.test(text) || /^([-−]|DR?)$/i.test(mark)
  return isNegative && sen !== 0 ? -sen : sen
}

/** The meaning of a credit/debit mark. */
export function sideIn(cell: Cell): 'credit' | 'debit' | undefined {
  const word = shown(cell).trim().toLowerCase()
  if (/^(c|cr|credit|kredit|\+|in|masuk)$/.test(word)) return 'credit'
  return /^(d|dr|debit|-|out|keluar)$/.test(word) ? 'debit' : undefined
}
