import { plainDay } from './day.ts'
import {
  plainText,
  type SkipReason,
  type StatementLine,
  StatementUnusable,
  senOf,
  statementLimits,
  textOrNull,
} from './statement.ts'

/**
 * Value date, entry date or blanks for it, mark, third letter of the currency, amount, type; then the payer's reference,
 * and on the next line what else the bank knows. Banks write more into the reference than SWIFT's 16 characters.
 */
const movement =
  /^\s*(\d{6})(\d{4}|\s{4})?\s*([RE]?[CD])?([A-Z])?\s*([\d,.]+)?(?:(?!NONREF)[SNF][A-Z0-9 ]{3})?([^\n]*)(?:\n([\s\S]*))?$/

/**
 * A movement of field 61, such as `2611021102C150,00NTRFYURAN//88120`; a reversal (RC, RD) goes the other way. Of 0.00 and
 * of one that is only expected (EC, ED) the reason why it is none. Refuses (StatementUnusable) what has no day, amount or
 * side.
 */
export function movementOf(
  text: string,
  line: number,
): Omit<StatementLine, 'number'> | { skipped: SkipReason } {
  const [, valued = '', entered = '', mark = '', , digits = '', references = '', more = ''] =
    movement.exec(text) ?? []
  const booked_on = bookingDay(valued, entered)
  if (!booked_on) throw new StatementUnusable('date', line)
  if (!mark) throw new StatementUnusable('side', line)
  const amount_sen = senOf(digits)
  if (amount_sen === undefined) throw new StatementUnusable('amount', line)
  if (mark.startsWith('E')) return { skipped: 'not_booked' }
  if (amount_sen === 0) return { skipped: 'zero' }
  return {
    booked_on,
    side: mark === 'C' || mark === 'RD' ? 'credit' : 'debit',
    amount_sen,
    balance_sen: null,
    payer_name: null,
    reference: textOrNull(referenceOf(references), statementLimits.reference),
    description: plainText(more, statementLimits.text),
  }
}

/**
 * The entry date (MMDD), in the year in which it is nearest to the value date (YYMMDD): an entry of 31 December may have
 * the value of 2 January. The value date where there is no entry date.
 */
function bookingDay(valued: string, entered: string): string | undefined {
  const year = 2_000 + Number(valued.slice(0, 2))
  const [month, day] = [valued.slice(2, 4), valued.slice(4)]
  const valueDay = plainDay(String(year), month, day)
  if (!/^\d{4}$/.test(entered)) return valueDay
  const near = Date.UTC(year, Number(month) - 1, Number(day))
  const distance = (one: string) => Math.abs(Date.parse(one) - near)
  const [nearest] = [year - 1, year, year + 1]
    .flatMap((one) => plainDay(String(one), entered.slice(0, 2), entered.slice(2)) ?? [])
    .sort((a, b) => distance(a) - distance(b))
  return nearest ?? valueDay
}

/** The payer's reference, which may have slashes, and the bank's behind the first two of them. */
function referenceOf(text: string): string {
  const end = text.indexOf('//')
  const parts = end < 0 ? [text] : [text.slice(0, end), text.slice(end + 2)]
  return parts.filter((part) => !/^\s*(NONREF)?\s*$/i.test(part)).join(' ')
}
