import { textOf } from '#app/integrations/spreadsheets/text.ts'
import { plainDay } from './day.ts'
import {
  plainText,
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
 * SWIFT MT940 (customer statement message): `:60F:` opens, each `:61:` with its `:86:` is a movement, `:62F:` closes.
 * Several messages in a file are the pages or days of one account.
 */
export async function run(bytes: Buffer): Promise<Uint8Array> {
  const statement: Statement = { account: null, opening_sen: null, closing_sen: null, lines: [] }
  let last: StatementLine | undefined
  for (const { tag, text, line } of fieldsOf(textOf(bytes))) {
    if (tag === '25') statement.account = sameAccount(statement.account, text)
    else if (/^60[FM]$/.test(tag)) statement.opening_sen ??= balanceOf(text, line)
    else if (/^62[FM]$/.test(tag)) statement.closing_sen = balanceOf(text, line)
    else if (tag === '61') {
      last = movementOf(text, line, statement.lines.length + 1)
      statement.lines.push(last)
      if (statement.lines.length > statementLimits.lines) throw new StatementUnusable('too_many_lines')
    } else if (tag === '86' && last) {
      describe(last, text)
      last = undefined
    }
    // What stands between two statements belongs to no movement.
    if (tag === '20' || tag.startsWith('62')) last = undefined
  }
  if (statement.lines.length === 0) throw new StatementUnusable('empty')
  return Buffer.from(JSON.stringify(statement))
}

/** A tag begins a line; what follows until the next belongs to it. The envelope of SWIFT's blocks is left out. */
function* fieldsOf(text: string): Generator<Field> {
  let field: Field | undefined
  let number = 0
  for (const line of text.split(/\r\n?|\n/)) {
    number++
    const begins = /^(?:\{.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line)
    if (begins) {
      if (field) yield field
      field = { tag: begins[1]!, text: begins[2]!, line: number }
    } else if (/^-\}?|^\{/.test(line)) {
      if (field) yield field
      field = undefined
    } else if (field && field.text.length < 4_000) field.text += `\n${line}`
  }
  if (field) yield field
}

/** One account in a file: money of two would be one sum. */
function sameAccount(before: string | null, text: string): string | null {
  const account = textOrNull(text, 40)
  if (before && account && before !== account) throw new StatementUnusable('several_accounts')
  return account ?? before
}

/** `C261101MYR12345,67` */
function balanceOf(text: string, line: number): number {
  const [, mark, , currency, digits = ''] = /^([CD])(\d{6})([A-Z]{3})([\d,]+)/.exec(text) ?? []
  if (!mark) throw new StatementUnusable('amount', line)
  if (currency !== 'MYR') throw new StatementUnusable('currency', line)
  const sen = senOf(digits)
  if (sen === undefined) throw new StatementUnusable('amount', line)
  return mark === 'D' ? -sen : sen
}

const movement =
  /^(\d{6})(?:\d{4})?(R?[CD])[A-Z]?([\d,]+)(?:[A-Z][A-Z0-9]{3})?([^/\n]{0,35})(?:\/\/([^\n]{0,35}))?(?:\n([\s\S]*))?$/

/** `2611021102C150,00NTRFYURAN//88120` and a line of what else the bank knows. A reversal goes the other way. */
function movementOf(text: string, line: number, number: number): StatementLine {
  const [, date = '', mark = '', digits = '', own = '', bank = '', more = ''] = movement.exec(text) ?? []
  const booked_on = plainDay(`20${date.slice(0, 2)}`, date.slice(2, 4), date.slice(4))
  if (!booked_on) throw new StatementUnusable('date', line)
  const amount_sen = senOf(digits)
  if (!amount_sen) throw new StatementUnusable('amount', line)
  const reference = [own, bank].filter((one) => one && !/^NONREF$/i.test(one.trim())).join(' ')
  return {
    number,
    booked_on,
    side: mark === 'C' || mark === 'RD' ? 'credit' : 'debit',
    amount_sen,
    balance_sen: null,
    payer_name: null,
    reference: textOrNull(reference, statementLimits.name),
    description: plainText(more, statementLimits.text),
  }
}

/** Words for people: in parts that begin with `?20`, or with `/NAME/`, or as they come. */
function describe(line: StatementLine, text: string): void {
  // A line is broken where it is full, also within a word; a part that says which it is begins anew.
  const whole = text.replace(/\n(?=\?\d\d|\/[A-Z]{3,4}\/)/g, '').replace(/\n/g, ' ')
  const coded = [...whole.matchAll(/\?(\d\d)([^?]*)/g)]
  const named = [...whole.matchAll(/\/([A-Z]{3,4})\/([^/]*)/g)]
  const said = (line.description ? `${line.description} ` : '') + wordsOf(whole, coded, named)
  line.description = plainText(said, statementLimits.text)
  const name =
    coded.length > 0
      ? coded.filter(([, part]) => part === '32' || part === '33').map(([, , words]) => words)
      : named.filter(([, part]) => part === 'NAME').map(([, , words]) => words)
  line.payer_name = textOrNull(name.join(' '), statementLimits.name)
}

function wordsOf(whole: string, coded: RegExpExecArray[], named: RegExpExecArray[]): string {
  if (coded.length > 0)
    return coded
      .filter(([, part = '']) => part === '00' || (part >= '20' && part <= '29') || part >= '60')
      .map(([, , words]) => words)
      .join(' ')
  return named.length > 0
    ? named
        .filter(([, part]) => part !== 'NAME')
        .map(([, , words]) => words)
        .join(' ')
    : whole
}
