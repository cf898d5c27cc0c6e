import { asDate, shown } from '#app/domain/core/spreadsheets/cells.ts'
import type { Cell } from '#app/integrations/spreadsheets/cell.ts'
import { malaysianDay, plainDay } from '#app/integrations/statements/day.ts'
import { senOf } from '#app/integrations/statements/statement.ts'

const months: Readonly<Record<string, string>> = Object.fromEntries(
  'jan feb mar,mac apr may,mei jun jul aug,ogo,ogos sep,sept oct,okt nov dec,dis'
    .split(' ')
    .flatMap((names, index) => names.split(',').map((name) => [name, String(index + 1)])),
)

/** Signs that are not seen, such as marks of direction, are no part of a date or an amount. */
const visible = (text: string) => text.replace(/\p{Cf}/gu, '').trim()

/** A time behind a date; it does not change the day unless it has an offset. */
const time = /[T ,]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([ap]\.?m\.?)?$/i
const weekday = /^\(?(mon|tue|wed|thu|fri|sat|sun|isn|sel|rab|kha|jum|sab|aha)[a-z]*\)?[ ,]+/i

/**
 * The date of a cell as Malaysian banks write it: day first or year first, the month in digits or letters, optionally with a
 * time; or a date as Excel counts it. Undefined for anything else, month-first dates in digits included.
 */
export function dayIn(cell: Cell): string | undefined {
  if (typeof cell !== 'string') return excelDay(typeof cell === 'number' ? Math.floor(cell) : cell)
  const whole = visible(cell)
  if (/^\d{5}(\.\d+)?$/.test(whole)) return excelDay(Math.floor(Number(whole)))
  const instant = malaysianDay(whole)
  if (instant) return instant
  const text = whole.replace(weekday, '').replace(time, '')
  const yearFirst = /^(\d{4})[-/. ]?(\d{2})[-/. ]?(\d{2})$/.exec(text)
  if (yearFirst) return plainDay(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!)
  const monthFirst = /^([a-z]{3,9})[-/. ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4})$/i.exec(text)
  if (monthFirst) return dayOf(monthFirst[2]!, monthFirst[1]!, monthFirst[3]!)
  const [, day, month = '', year = ''] =
    /^(\d{1,2})[-/. ]*([a-z]{3,9}|\d{1,2})[-/., ]*(\d{4}|\d{2})$/i.exec(text) ?? []
  // Digits without separators are ambiguous.
  if (!day || (/^\d+$/.test(month) && !/^\d{1,2}[-/. ]+\d{1,2}[-/. ]+\d/.test(text))) return undefined
  return dayOf(day, month, year.length === 2 ? `20${year}` : year)
}

function excelDay(cell: Exclude<Cell, string>): string | undefined {
  const read = asDate(cell, 'dmy')
  return 'value' in read && typeof read.value === 'string' ? read.value : undefined
}

function dayOf(day: string, month: string, year: string): string | undefined {
  const named = /^\d/.test(month)
    ? month
    : (months[month.slice(0, 4).toLowerCase()] ?? months[month.slice(0, 3).toLowerCase()])
  return named && plainDay(year, named, day.padStart(2, '0'))
}

const mark = String.raw`[-+−]|\(?(?:CR?|DR?)\.?\)?`
const amount = new RegExp(
  String.raw`^(?<before>CR|DR)?\s*(?<sign>[-+−]?)(?<opens>\(?)\s*(?:RM|MYR)?\s*(?<inner>[-+−]?)\s*(?<digits>\d[\d, ]*(?:\.\d*)?|\.\d+)\s*(?<closes>\)?)\s*(?<after>${mark})?$`,
  'i',
)

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
  const text = visible(shown(cell))
  if (/^\p{Pd}?$/u.test(text)) return null
  const {
    before = '',
    sign = '',
    opens,
    inner = '',
    digits = '',
    closes,
    after = '',
  } = amount.exec(text)?.groups ?? {}
  if (!digits || (opens === '') !== (closes === '') || (before && after)) return undefined
  const whole = digits.trim()
  if (/[, ]/.test(whole) && !/^\d{1,3}([, ])\d{3}(\1\d{3})*(\.\d*)?$/.test(whole)) return undefined
  const sen = senOf(whole.replace(/[, ]/g, ''))
  if (sen === undefined) return undefined
  const isNegative = opens !== '' || /[-−]/.test(sign + inner) || /^\(?D|^[-−]/i.test(before || after)
  return isNegative && sen !== 0 ? -sen : sen
}

/** The meaning of a credit/debit mark. */
export function sideIn(cell: Cell): 'credit' | 'debit' | undefined {
  const word = visible(shown(cell)).toLowerCase().replace(/\.$/, '')
  if (/^(c|cr|credit|kredit|\+|in|masuk)$/.test(word)) return 'credit'
  return /^(d|dr|debit|-|out|keluar)$/.test(word) ? 'debit' : undefined
}
