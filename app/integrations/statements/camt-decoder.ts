import { SaxesParser } from 'saxes'
import { textOf } from '#app/integrations/spreadsheets/text.ts'
import { type Detail, type Entry, linesOf } from './camt-entry.ts'
import { plainDay } from './day.ts'
import { type Statement, StatementUnusable, senOf, statementLimits, textOrNull } from './statement.ts'

/**
 * ISO 20022 camt.053 of any version: elements are known by where they stand, whatever their namespace. It is read as it
 * comes, so that its size is no matter; entities are never resolved, since a document that declares any is refused.
 */
export async function run(bytes: Buffer): Promise<Uint8Array> {
  const statement: Statement = { account: null, opening_sen: null, closing_sen: null, lines: [] }
  const parser = new SaxesParser({ position: true })
  const path: string[] = []
  let text = ''
  let balance: { code: string; entry: Entry } | undefined
  let entry: Entry | undefined
  let detail: Detail | undefined
  let account: string | undefined

  parser.on('error', () => {
    throw new StatementUnusable('unreadable', parser.line)
  })
  parser.on('doctype', () => {
    throw new StatementUnusable('entities')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.replace(/^.*:/, '')
    path.push(local)
    text = ''
    if (path.length > 60) throw new StatementUnusable('unreadable', parser.line)
    if (local === 'Bal') balance = { code: '', entry: emptyEntry() }
    if (local === 'Ntry') entry = emptyEntry()
    if (local === 'TxDtls' && entry) {
      detail = {}
      entry.details.push(detail)
    }
    if (
      local === 'Amt' &&
      typeof attributes.Ccy === 'string' &&
      attributes.Ccy !== 'MYR' &&
      path.at(-2) !== 'InstdAmt'
    )
      if ((entry && path.at(-2) === 'Ntry') || balance) throw new StatementUnusable('currency', parser.line)
  })
  parser.on('text', (piece) => {
    if (text.length < 4_000) text += piece
  })
  parser.on('cdata', (piece) => {
    if (text.length < 4_000) text += piece
  })
  parser.on('closetag', ({ name }) => {
    const local = name.replace(/^.*:/, '')
    const under = path.slice(0, -1)
    const said = text.trim()
    text = ''
    if (entry && local === 'Ntry') {
      for (const line of linesOf(entry, parser.line)) {
        statement.lines.push({ ...line, number: statement.lines.length + 1 })
        if (statement.lines.length > statementLimits.lines) throw new StatementUnusable('too_many_lines')
      }
      entry = undefined
      detail = undefined
    } else if (local === 'TxDtls') detail = undefined
    else if (entry) keep(entry, detail, local, under, said)
    else if (balance && local === 'Bal') {
      const sen = signed(balance.entry, parser.line)
      if (/^(OPBD|PRCD)$/.test(balance.code)) statement.opening_sen ??= sen
      if (balance.code === 'CLBD') statement.closing_sen = sen
      balance = undefined
    } else if (balance) {
      if (local === 'Cd' && under.includes('CdOrPrtry')) balance.code = said
      if (local === 'Amt') balance.entry.amount = said
      if (local === 'CdtDbtInd') balance.entry.mark = said
    } else if (under.at(-1) === 'Id' || under.at(-1) === 'Othr') {
      if ((local === 'IBAN' || local === 'Id') && under.includes('Acct') && under.includes('Stmt') && said) {
        if (account !== undefined && account !== said) throw new StatementUnusable('several_accounts')
        account = said
      }
    }
    path.pop()
  })

  const whole = textOf(bytes)
  for (let from = 0; from < whole.length; from += 65_536) parser.write(whole.slice(from, from + 65_536))
  parser.close()
  if (statement.lines.length === 0) throw new StatementUnusable('empty')
  statement.account = textOrNull(account, 40)
  return Buffer.from(JSON.stringify(statement))
}

const emptyEntry = (): Entry => ({ details: [] })

/** What an element says of a movement, or of one transfer of several that the bank has booked as one. */
function keep(entry: Entry, detail: Detail | undefined, local: string, under: string[], said: string): void {
  const parent = under.at(-1)
  const inEntry = parent === 'Ntry'
  if (inEntry && local === 'Amt') entry.amount = said
  if (inEntry && local === 'CdtDbtInd') entry.mark = said
  if (inEntry && local === 'RvslInd') entry.reversal = said === 'true' || said === '1'
  if ((inEntry && local === 'Sts') || (parent === 'Sts' && local === 'Cd')) if (said) entry.status = said
  if (inEntry && (local === 'AcctSvcrRef' || local === 'NtryRef')) entry.reference ??= said
  if (inEntry && local === 'AddtlNtryInf') entry.words = said
  if ((local === 'Dt' || local === 'DtTm') && (parent === 'BookgDt' || parent === 'ValDt')) {
    const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(said) ?? []
    if (parent === 'BookgDt') entry.booked_on = plainDay(year, month, day)
    else entry.valued_on = plainDay(year, month, day)
  }
  if (!detail) return
  if (local === 'Amt' && (parent === 'TxAmt' || parent === 'TxDtls')) detail.amount = said
  if (local === 'Nm' && (under.includes('Dbtr') || under.includes('Cdtr'))) {
    if (under.includes('Dbtr')) detail.debtor ??= said
    else detail.creditor ??= said
  }
  if (parent === 'Refs' && /^(EndToEndId|TxId|InstrId|AcctSvcrRef)$/.test(local) && said !== 'NOTPROVIDED')
    detail.references = [...(detail.references ?? []), said]
  if (
    (parent === 'RmtInf' && local === 'Ustrd') ||
    (parent === 'CdtrRefInf' && local === 'Ref') ||
    local === 'AddtlTxInf'
  )
    detail.words = [...(detail.words ?? []), said].slice(0, 20)
}

function signed({ amount = '', mark }: Entry, line: number): number {
  const sen = senOf(amount)
  if (sen === undefined) throw new StatementUnusable('amount', line)
  return mark === 'DBIT' ? -sen : sen
}
