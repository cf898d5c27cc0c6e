import { decodeText } from '#app/integrations/spreadsheets/text.ts'
import { BalanceRange } from './balance-range.ts'
import { movementOf } from './mt940-movement.ts'
import { describe } from './mt940-words.ts'
import {
  plainText,
  type SkippedRow,
  type Statement,
  type StatementLine,
  StatementUnusable,
  senOf,
  statementLimits,
  textOrNull,
} from './statement.ts'

interface Field {
  tag: string
  text: string
  /** Line of the file on which it begins. */
  line: number
}

/**
 * SWIFT MT940 (customer statement message): `:60F:` opens, each `:61:` with the `:86:` below it is a movement, `:62F:`
 * closes. Several messages in a file are the pages or days of one account.
 */
export async function run(bytes: Buffer): Promise<Uint8Array> {
  const lines: StatementLine[] = []
  const balances = new BalanceRange()
  let account: string | null = null
  const skipped: SkippedRow[] = []
  let last: StatementLine | undefined
  let lastSkipped: SkippedRow | undefined
  // Banks that send by line frame a message in SOH and ETX.
  const whole = decodeText(bytes).replace(/[^\P{Cc}\t\r\n]/gu, '')
  for (const { tag, text, line } of fieldsOf(whole)) {
    if (tag === '61') {
      const movement = movementOf(text, line)
      last = 'skipped' in movement ? undefined : { number: lines.length + 1, ...movement }
      lastSkipped =
        'skipped' in movement ? { row: line, text: shortened(text), reason: movement.skipped } : undefined
      if (last) lines.push(last)
      if (lastSkipped) skipped.push(lastSkipped)
      if (lines.length > statementLimits.lines) throw new StatementUnusable('too_many_lines')
    } else if (tag === '86' || tag === 'NS') {
      // Some banks repeat the field for each line of words. What stands between two statements belongs to no movement.
      if (last) describe(last, text, tag)
      else if (lastSkipped) lastSkipped.text = shortened(`${lastSkipped.text} ${text}`)
    } else {
      last = lastSkipped = undefined
      if (/^25P?$/.test(tag)) account = sameAccount(account, text)
      else if (/^60[FM]?$/.test(tag)) balances.open(balanceOf(text, line))
      else if (/^62[FM]?$/.test(tag)) balances.close(balanceOf(text, line))
    }
  }
  if (lines.length === 0) throw new StatementUnusable('empty')
  const statement: Statement = { account, ...balances.ends, lines, skipped }
  return Buffer.from(JSON.stringify(statement))
}

const shortened = (text: string) => plainText(text, statementLimits.skippedText)

/** A tag begins a line; what follows until the next belongs to it. SWIFT's envelope and what precedes `:20:` is left out. */
function* fieldsOf(text: string): Generator<Field> {
  let field: Field | undefined
  let number = 0
  for (const line of text.split(/\r\n?|\n/)) {
    number++
    const begins = /^(?:-?\}?\{.*\{4:)?[ \t]*:(\d{2}[A-Z]?|NS):(.*)$/.exec(line)
    if (begins) {
      if (field) yield field
      field = { tag: begins[1]!, text: begins[2]!, line: number }
    } else if (/^-\}?(\{.*)?\s*$|^\{\d:/.test(line)) {
      if (field) yield field
      field = undefined
    } else if (field && field.text.length < 4_000) field.text += `\n${line}`
  }
  if (field) yield field
}

/** One account in a file: money of two would be one sum. Some banks write the currency behind the number. */
function sameAccount(before: string | null, text: string): string | null {
  const [first = ''] = text.split('\n')
  const account = textOrNull(first.replace(/(?<=\d)[\s/-]*MYR\s*$/, ''), 40)
  if (before && account && before !== account) throw new StatementUnusable('several_accounts')
  return account ?? before
}

/** `C261101MYR12345,67` */
function balanceOf(text: string, line: number): { on: string; sen: number } {
  const [, mark, on = '', currency, digits = ''] =
    /^\s*([CD])(\d{6})\s*([A-Z]{3})?\s*([\d,.]+)/.exec(text) ?? []
  if (!mark) throw new StatementUnusable('amount', line)
  if (currency && currency !== 'MYR') throw new StatementUnusable('currency', line)
  const sen = senOf(digits)
  if (sen === undefined) throw new StatementUnusable('amount', line)
  return { on, sen: mark === 'D' ? -sen : sen }
}
