import { currentDay } from '#app/domain/core/clock.ts'
import { normalPhone } from '#app/domain/core/contact/phone.ts'
import { addDays, isPlainDate } from '#app/domain/core/dates.ts'
import { compact, withoutInvisible, withoutMarks } from '#app/domain/core/invisible.ts'
import type { RefusalCode } from '#app/domain/core/refusal.ts'

import type { Cell } from '#app/integrations/spreadsheets/cell.ts'

/** What a form would have got for a cell; nothing for an empty one; or a code of the group `refusal` that says why not. */
type Read = { value?: string | number | boolean } | { problem: RefusalCode | `${RefusalCode}|${string}` }
export type Reader = (cell: Cell, order: DateOrder) => Read

/** A cell as a person sees it, and as they can type it again. */
export function shown(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'object') return 'day' in cell ? cell.day : cell.error
  return String(cell)
}

/** What Excel made of a long number: its last digits are gone. */
const shortened = /^\s*\d([.,]\d+)?E\+?\d+\s*$/i

/** Beyond it a number has lost digits. */
const exact = (value: number) => Number.isSafeInteger(value)

/** Whatever the kind: nothing for an empty cell, and no for one that Excel could not work out. */
const reading =
  (read: (cell: Exclude<Cell, null | { error: string }>, order: DateOrder) => Read): Reader =>
  (cell, order) => {
    // A dash is how many people write that there is nothing.
    if (cell === null || (typeof cell === 'string' && /^\s*\p{Pd}*\s*$/u.test(withoutInvisible(cell))))
      return {}
    if (typeof cell === 'object' && 'error' in cell)
      return { problem: cell.error === '…' ? 'import.cell_long' : 'import.cell_error' }
    return read(typeof cell === 'string' ? withoutGuard(withoutMarks(cell)) : cell, order)
  }

/** A file of ours has an apostrophe in front of what a spreadsheet would take for a formula, such as `'+60123456789`. */
const withoutGuard = (text: string) => text.replace(/^\s*['’](?=[=+\-@＝＋－＠])/u, '')

/** Text as it is; a number without the decimals that Excel adds. */
export const asText = reading((cell) => {
  if (typeof cell === 'number') return exact(cell) || !Number.isInteger(cell) ? { value: String(cell) } : lost
  return { value: shown(cell).replace(/\s+/g, ' ').trim() }
})
const lost = { problem: 'import.digits_lost' } as const

/** A number, code or name of something by which it is found; never one that Excel has shortened. */
export const asNumber = reading((cell) => {
  if (typeof cell === 'number') return exact(cell) ? { value: String(cell) } : lost
  const text = shown(cell).trim()
  return shortened.test(text) ? lost : { value: text }
})

/**
 * A phone number as it was before Excel took it for a number: the 0 in front is put back where that, and nothing else,
 * makes a number of this country.
 */
export const asPhone = reading((cell) => {
  if (typeof cell === 'number' && !exact(cell)) return lost
  const text = withoutInvisible(shown(cell)).trim()
  if (shortened.test(text)) return lost
  if (normalPhone(text)) return { value: text }
  const digits = text.replace(/[\s().\p{Pd}]/gu, '')
  if (/^[1-9]\d{7,9}$/.test(digits) && normalPhone(`0${digits}`)) return { value: `0${digits}` }
  return { value: text }
})

/**
 * An identity card's number is twelve digits: those in front that Excel dropped are noughts. A text of ten or eleven digits,
 * as Excel leaves it in a CSV, gets them back where they make a day of birth.
 */
export const asIdentity = reading((cell) => {
  if (typeof cell === 'number') {
    if (!exact(cell)) return lost
    const digits = String(cell)
    return { value: digits.length >= 9 && digits.length < 12 ? digits.padStart(12, '0') : digits }
  }
  const text = withoutInvisible(shown(cell)).trim()
  if (shortened.test(text)) return lost
  const card = compact(text).padStart(12, '0')
  const isCut = /^\d{10,11}$/.test(compact(text)) && /^\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/.test(card)
  return { value: isCut ? card : text }
})

/** Five digits, of which Excel drops a nought in front. */
export const asPostcode = reading((cell) => {
  const text = shown(cell).trim()
  return { value: /^\d{4}$/.test(text) ? `0${text}` : text }
})

/** Serial numbers of Excel between 1927 and 2099; what is smaller is more likely a year or an age. */
const serials = { first: 10_000, last: 73_050 }

/**
 * A day: one of Excel's, or a text that can be read in one way: with the month's name, with the year first, or eight digits.
 * Where day, month and a year of two digits are told by their place alone, the order that was chosen decides.
 */
export const asDate = reading((cell, order) => {
  if (typeof cell === 'object') return { value: cell.day }
  if (typeof cell === 'boolean') return wrongDate[order]
  if (typeof cell === 'number') {
    const isSerial = Number.isInteger(cell) && cell >= serials.first && cell <= serials.last
    return isSerial ? { value: addDays('1899-12-30', cell) } : dayOf(eightDigits(String(cell)), order)
  }
  const text = withoutInvisible(cell)
    .trim()
    .replace(/[T ]00:00(:00)?(\.0+)?Z?$/, '')
  const [, year, month, day] = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(text) ?? []
  if (year) return dayOf([year, month!, day!], order)
  return dayOf(withMonthName(text) ?? eightDigits(text) ?? byPlace(text, order), order)
})

const wrongDate = {
  ymd: { problem: 'import.date_ymd' },
  dmy: { problem: 'import.date_dmy' },
  mdy: { problem: 'import.date_mdy' },
} as const

type YearMonthDay = readonly [year: string, month: string, day: string]

function dayOf(parts: YearMonthDay | undefined, order: DateOrder): Read {
  if (!parts) return wrongDate[order]
  const [year, month, day] = parts
  const value = `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isPlainDate(value) ? { value } : wrongDate[order]
}

/** Of two digits the latest year that is at most ten years ahead. */
function fullYear(year: string): string {
  if (year.length > 2) return year
  const latest = Number(currentDay().slice(0, 4)) + 10
  return String(latest - ((((latest - Number(year)) % 100) + 100) % 100))
}

const monthNames =
  'january,jan,januari|february,feb,februari|march,mar,mac|april,apr|may,mei|june,jun|july,jul,julai|august,aug,ogos,ogo|september,sep,sept|october,oct,oktober,okt|november,nov|december,dec,disember,dis'
const monthOf = new Map(
  monthNames.split('|').flatMap((names, index) => names.split(',').map((name) => [name, String(index + 1)])),
)

/** `6 Mei 2012`, `06-May-2012`, `6hb Mei 2012`, `May 6, 2012`, `2012 Mei 6`. */
function withMonthName(text: string): YearMonthDay | undefined {
  const [first = '', second = '', third = '', ...more] = text
    .replace(/^\p{L}+,\s*/u, '')
    .toLowerCase()
    .replace(/(\d)(st|nd|rd|th|hb)\b/g, '$1')
    .split(/[-/., ]+|(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/)
    .filter(Boolean)
  const named = monthOf.get(first) ?? monthOf.get(second)
  if (!named || more.length > 0) return undefined
  const [one, year] = monthOf.has(first) ? [second, third] : [first, third]
  if (/^\d{4}$/.test(one) && /^\d{1,2}$/.test(year)) return [one, named, year]
  return /^\d{1,2}$/.test(one) && /^(\d{2}|\d{4})$/.test(year) ? [year, named, one] : undefined
}

/** `20120506` or `06052012`: of these at most one is a day of the last or this century. */
function eightDigits(text: string): YearMonthDay | undefined {
  if (!/^\d{8}$/.test(text)) return undefined
  const at = (from: number, to: number) => text.slice(from, to)
  const readings: YearMonthDay[] = [
    [at(0, 4), at(4, 6), at(6, 8)],
    [at(4, 8), at(2, 4), at(0, 2)],
  ]
  return readings.find(
    ([year, month, day]) => /^(19|20)/.test(year) && isPlainDate(`${year}-${month}-${day}`),
  )
}

/** Three numbers of which only the order says which is what. */
const numbersOnly = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/

function byPlace(text: string, order: DateOrder): YearMonthDay | undefined {
  const [, first, second, third] = numbersOnly.exec(text) ?? []
  if (!first) return undefined
  if (order === 'dmy') return [third!, second!, first]
  if (order === 'mdy') return [third!, first, second!]
  return third!.length === 2 ? [first.padStart(2, '0'), second!, third!] : undefined
}

/** Whether only an order, which a person must choose, says what day a cell is. */
export const needsOrder = (cell: Cell | undefined): cell is string =>
  typeof cell === 'string' && numbersOnly.test(withoutInvisible(cell).trim())

/** A whole number, as a form has it. */
export const asCount = reading((cell) => {
  const value = typeof cell === 'number' ? cell : Number(shown(cell).replace(/[\s,]/g, '') || Number.NaN)
  return exact(value) ? { value } : { problem: 'input.whole_number' }
})

/** Ringgit as a form has them: a number of Excel's with at most two decimals, within the precision of a double. */
export const asAmount = reading((cell) => {
  if (typeof cell !== 'number') return { value: shown(cell) }
  const sen = Math.round(cell * 100)
  if (Math.abs(cell * 100 - sen) > 1e-6 || !exact(sen)) return { problem: 'input.amount_decimals' }
  return { value: (sen / 100).toFixed(2) }
})

/** Without what people write otherwise each time: case, accents, signs, spaces. */
export const plainWords = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What to write, as readers of both languages know it: `female (perempuan)`. */
function inBoth(value: string, names: string): string {
  const other = names.split(',').find((name) => name && plainWords(name) !== plainWords(value))
  return value.replaceAll('_', ' ') + (other ? ` (${other})` : '')
}

/** One of several; `words`: what people call each in either language, with commas between, what Malays say first. */
export function asChoice(words: Readonly<Record<string, string>>): Reader {
  const known = new Map(
    Object.entries(words).flatMap(([value, names]) =>
      [value, ...names.split(',')].flatMap((name) =>
        plainWords(name) === '' ? [] : [[plainWords(name), value] as const],
      ),
    ),
  )
  const values = Object.keys(words)
  const choices = JSON.stringify({ choices: values.map((value) => inBoth(value, words[value]!)).join(', ') })
  return reading((cell) => {
    const value = known.get(plainWords(shown(cell)))
    if (value !== undefined) return { value }
    return { problem: values.length <= 10 ? `import.choice|${choices}` : 'import.unknown_word' }
  })
}

const yes = asChoice({ yes: 'ya,y,true,1,x,betul', no: 'tidak,n,false,0,t' })

/** Yes or no, in either language or as a tick. */
export const asYes: Reader = (cell, order) => {
  if (typeof cell === 'boolean') return { value: cell }
  const read = yes(cell === '✓' || cell === '✔' ? 'yes' : cell, order)
  return 'problem' in read || read.value === undefined ? read : { value: read.value === 'yes' }
}

/** How dates in digits are written where a cell is a text: day first, month first, or year first. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const

export type DateOrder = (typeof dateOrders)[number]
