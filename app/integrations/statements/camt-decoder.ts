import { SaxesParser } from 'saxes'
import { decodeText } from '#app/integrations/spreadsheets/text.ts'
import { BalanceRange } from './balance-range.ts'
import { type Detail, detailSums, type Entry, linesOf } from './camt-entry.ts'
import { malaysianDay } from './day.ts'
import {
  type SkippedRow,
  type Statement,
  type StatementLine,
  StatementUnusable,
  senOf,
  statementLimits,
  textOrNull,
} from './statement.ts'

/** An element that ends: its name, those around it from the outermost, its text, and its currency. */
interface Element {
  name: string
  path: readonly string[]
  text: string
  currency: string | undefined
}

interface StatedBalance {
  code?: string
  amount?: string
  mark?: string
  on?: string
}

/** A statement, an account report (camt.052) or a notification (camt.054): their entries are alike. */
const ofAccount = /\/(Stmt|Rpt|Ntfctn)\/Acct\/Id(\/Othr)?$/

/**
 * ISO 20022 camt.053 of any version: elements are known by where they stand, whatever their namespace. It is read as it
 * comes, so that its size is no matter; entities are never resolved, since a document that declares any is refused.
 */
export async function run(bytes: Buffer): Promise<Uint8Array> {
  const document = new CamtDocument()
  const parser = new SaxesParser({ position: true })
  const path: string[] = []
  let text = ''
  let currency: string | undefined
  const add = (piece: string) => {
    if (text.length < 4_000) text += piece
  }
  parser.on('error', () => {
    throw new StatementUnusable('unreadable', parser.line)
  })
  parser.on('doctype', () => {
    throw new StatementUnusable('entities')
  })
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name.replace(/^.*:/, ''))
    if (path.length > 60) throw new StatementUnusable('unreadable', parser.line)
    text = ''
    currency = attributes.Ccy as string | undefined
    document.begin(path)
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    const name = path.pop()!
    document.end({ name, path, text: text.trim(), currency }, parser.line)
    text = ''
  })
  const whole = decodeText(bytes, declaredEncoding(bytes)).trimStart()
  for (let from = 0; from < whole.length; from += 65_536) parser.write(whole.slice(from, from + 65_536))
  parser.close()
  return Buffer.from(JSON.stringify(document.statement()))
}

const declaredEncoding = (bytes: Buffer) =>
  /^[^<]*<\?xml[^>]*?\bencoding=["']([\w.:-]+)["']/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1]

class CamtDocument {
  #isStatement = false
  #account: string | undefined
  #balances = new BalanceRange()
  #lines: StatementLine[] = []
  #skipped: SkippedRow[] = []
  #balance: StatedBalance | undefined
  #entry: Entry | undefined
  #detail: Detail | undefined

  begin(path: readonly string[]): void {
    const name = path.at(-1)
    if (name === 'Stmt' || name === 'Rpt' || name === 'Ntfctn') this.#isStatement = true
    if (name === 'Bal' && !this.#entry) this.#balance = {}
    if (name === 'Ntry') this.#entry = { details: [] }
    if (name === 'TxDtls' && this.#entry) {
      this.#detail = { amounts: {} }
      this.#entry.details.push(this.#detail)
    }
  }

  end(element: Element, line: number): void {
    const { name, path, text } = element
    if (this.#entry) {
      if (name === 'Ntry') this.#endEntry(this.#entry, line)
      else if (name === 'TxDtls') this.#detail = undefined
      else if (this.#detail) noteDetail(this.#detail, element)
      else noteEntry(this.#entry, element, line)
    } else if (this.#balance) {
      if (name === 'Bal') this.#endBalance(this.#balance, line)
      else noteBalance(this.#balance, element, line)
    } else if ((name === 'IBAN' || name === 'Id') && text && ofAccount.test(path.join('/'))) {
      if (this.#account !== undefined && this.#account !== text)
        throw new StatementUnusable('several_accounts')
      this.#account = text
    }
  }

  #endEntry(entry: Entry, line: number): void {
    const { lines, skipped } = linesOf(entry, line)
    this.#skipped.push(...skipped)
    for (const one of lines) this.#lines.push({ ...one, number: this.#lines.length + 1 })
    if (this.#lines.length > statementLimits.lines) throw new StatementUnusable('too_many_lines')
    this.#entry = undefined
    this.#detail = undefined
  }

  #endBalance({ code = '', amount = '', mark, on = '' }: StatedBalance, line: number): void {
    this.#balance = undefined
    const isOpening = code === 'OPBD' || code === 'PRCD'
    if (!isOpening && code !== 'CLBD') return
    const sen = senOf(amount)
    if (sen === undefined) throw new StatementUnusable('amount', line)
    const balance = { on, sen: mark === 'DBIT' ? -sen : sen }
    if (isOpening) this.#balances.open(balance)
    else this.#balances.close(balance)
  }

  statement(): Statement {
    if (!this.#isStatement) throw new StatementUnusable('not_a_statement')
    if (this.#lines.length === 0) throw new StatementUnusable('empty')
    return {
      account: textOrNull(this.#account, 40),
      ...this.#balances.ends,
      lines: this.#lines,
      skipped: this.#skipped,
    }
  }
}

/** A sum in ringgit, as digits. Refuses (StatementUnusable) another currency. */
function ringgitIn({ text, currency = 'MYR' }: Element, line: number): string {
  if (currency !== 'MYR') throw new StatementUnusable('currency', line)
  return text.replace(/^\+/, '')
}

function noteBalance(balance: StatedBalance, element: Element, line: number): void {
  const { name, path, text } = element
  const parent = path.at(-1)
  if (name === 'Cd' && parent === 'CdOrPrtry') balance.code = text
  if (name === 'Amt' && parent === 'Bal') balance.amount = ringgitIn(element, line)
  if (name === 'CdtDbtInd' && parent === 'Bal') balance.mark = text
  if (name.startsWith('Dt') && parent === 'Dt' && path.at(-2) === 'Bal') balance.on = text.slice(0, 10)
}

function noteEntry(entry: Entry, element: Element, line: number): void {
  const { name, path, text } = element
  const parent = path.at(-1)
  if (parent === 'Ntry') {
    if (name === 'Amt') entry.amount = ringgitIn(element, line)
    if (name === 'CdtDbtInd') entry.mark = text
    if (name === 'RvslInd') entry.reversal = text === 'true' || text === '1'
    if (name === 'Sts' && text) entry.status = text
    if (name === 'AcctSvcrRef' || name === 'NtryRef') entry.reference ??= text
    if (name === 'AddtlNtryInf') entry.words = text
  }
  if (parent === 'Sts' && text) entry.status = text
  if (name === 'Dt' || name === 'DtTm') {
    if (parent === 'BookgDt') entry.booked_on = malaysianDay(text)
    if (parent === 'ValDt') entry.valued_on = malaysianDay(text)
  }
}

const wordsOf = ['Ustrd', 'AddtlRmtInf', 'AddtlTxInf']
const referencesOf = ['EndToEndId', 'TxId', 'InstrId', 'AcctSvcrRef', 'ChqNb']

/** What is said of one transfer of several that the bank has booked as one. */
function noteDetail(detail: Detail, { name, path, text, currency = 'MYR' }: Element): void {
  const parent = path.at(-1)
  const sum = detailSums.find((where) => where === parent)
  if (name === 'Amt' && sum && currency === 'MYR') detail.amounts[sum] ??= text.replace(/^\+/, '')
  if (name === 'CdtDbtInd' && parent === 'TxDtls') detail.mark = text
  if (name === 'Nm' && path.includes('RltdPties')) {
    if (path.includes('Dbtr')) detail.debtor ??= text
    if (path.includes('Cdtr')) detail.creditor ??= text
    if (path.includes('UltmtDbtr')) detail.ultimate ??= text
  }
  if (parent === 'Refs' && referencesOf.includes(name) && text !== 'NOTPROVIDED')
    detail.references = [...(detail.references ?? []), text]
  if (wordsOf.includes(name) || (name === 'Ref' && parent === 'CdtrRefInf'))
    detail.words = [...(detail.words ?? []), text].slice(0, 20)
}
