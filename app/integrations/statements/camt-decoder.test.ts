import { describe, expect, test } from 'vitest'
import { run } from './camt-decoder.ts'
import { readStatement } from './read-statement.ts'
import type { Statement } from './statement.ts'

const statementOf = async (file: string | Buffer): Promise<Statement> =>
  JSON.parse(String(Buffer.from(await run(Buffer.from(file as string)))))
const faultOf = (file: string) =>
  run(Buffer.from(file)).then(
    () => 'none',
    (error) => error.fault,
  )

const account = '<Id><Othr><Id>512345678901</Id></Othr></Id>'
const balance = (code: string, sum: string, day: string, more = '') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="MYR">${sum}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt>${more}</Bal>`
const statement = (entries: string, { about = account, balances = '' } = {}) =>
  `<Stmt><Acct>${about}</Acct>${balances}${entries}</Stmt>`
const document = (statements: string, version = '053.001.02', root = 'BkToCstmrStmt') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${version}"><${root}>${statements}</${root}></Document>`

interface GivenEntry {
  amount?: string
  mark?: string
  status?: string
  day?: string
  details?: string
  more?: string
}
const entry = ({
  amount = '150.00',
  mark = 'CRDT',
  status = 'BOOK',
  day = '<Dt>2026-11-20</Dt>',
  details = '',
  more = '',
}: GivenEntry = {}) =>
  `<Ntry><Amt Ccy="MYR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>${more}<Sts>${status}</Sts><BookgDt>${day}</BookgDt><NtryDtls>${details}</NtryDtls></Ntry>`
const transfer = (name: string, sums: string, more = '') =>
  `<TxDtls>${sums}<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties>${more}</TxDtls>`
const sumIn = (element: string, sum: string, currency = 'MYR') =>
  `<AmtDtls><${element}><Amt Ccy="${currency}">${sum}</Amt></${element}></AmtDtls>`
const linesOf = async (given: GivenEntry) => (await statementOf(document(statement(entry(given))))).lines

describe('an account', () => {
  const owner = '<Ownr><Nm>U</Nm><Id><OrgId><Othr><Id>209901000009</Id></Othr></OrgId></Id></Ownr>'
  const servicer = '<Svcr><FinInstnId><Othr><Id>UJIANBANK</Id></Othr></FinInstnId></Svcr>'
  test.each([
    ['its owner', owner],
    ['its bank', servicer],
    ['both', owner + servicer],
  ])('is one, whatever numbers %s has', async (_, more) => {
    const found = await statementOf(document(statement(entry(), { about: account + more })))
    expect(found).toMatchObject({ account: '512345678901', lines: [{ amount_sen: 15_000 }] })
  })

  test('that differs in a second statement is refused', async () => {
    const other = statement(entry(), { about: account.replace('901', '902') })
    expect(await faultOf(document(statement(entry()) + other))).toBe('several_accounts')
    expect(await faultOf(document(statement(entry()).repeat(2)))).toBe('none')
  })
})

describe('an entry', () => {
  test.each([
    ['of 0.00', { amount: '0.00' }, 'zero'],
    ['that is pending', { status: 'PDNG' }, 'not_booked'],
    ['that is pending in the newer form', { status: '<Cd>PDNG</Cd>' }, 'not_booked'],
    ['for information', { status: 'INFO' }, 'not_booked'],
  ])('%s is left out, and named with its words and the reason', async (_, given, reason) => {
    const details = transfer('UJIAN', '', '<RmtInf><Ustrd>YURAN</Ustrd></RmtInf>')
    const left = entry({ ...given, details })
    const found = await statementOf(document(statement(`${entry()}\n${left}`)))
    const { amount = '150.00' } = given as GivenEntry
    const text = `2026-11-20 · UJIAN · YURAN · ${amount}`
    expect(found).toMatchObject({ lines: [{ amount_sen: 15_000 }], skipped: [{ row: 3, text, reason }] })
    expect(found.lines).toHaveLength(1)
  })

  test('names a transfer of 0.00 among those of a batch', async () => {
    const details =
      transfer('UJIAN A', sumIn('TxAmt', '150.00')) + transfer('UJIAN B', sumIn('TxAmt', '0.00'))
    const found = await statementOf(document(statement(entry({ details }))))
    expect(found.lines).toHaveLength(1)
    expect(found.skipped).toEqual([{ row: 2, text: '2026-11-20 · UJIAN B · 0.00', reason: 'zero' }])
  })

  test.each([
    ['<Dt>2026-10-31</Dt>', '2026-10-31'],
    ['<Dt>2026-10-31+08:00</Dt>', '2026-10-31'],
    ['<DtTm>2026-10-31T15:59:59Z</DtTm>', '2026-10-31'],
    ['<DtTm>2026-10-31T16:00:00.000Z</DtTm>', '2026-11-01'],
    ['<DtTm>2026-12-31T17:30:00+00:00</DtTm>', '2027-01-01'],
    ['<DtTm>2026-11-01T00:30:00+08:00</DtTm>', '2026-11-01'],
    ['<DtTm>2026-11-01T02:00:00+09:00</DtTm>', '2026-11-01'],
    ['<DtTm>2026-10-31T23:59:59</DtTm>', '2026-10-31'],
  ])('booked at %s is of the Malaysian day %s', async (day, booked_on) => {
    expect(await linesOf({ day })).toMatchObject([{ booked_on }])
  })

  test.each([
    ['150', 15_000],
    ['+150.00', 15_000],
    ['.5', 50],
    ['150.00000', 15_000],
  ])('of %s is %i sen', async (amount, amount_sen) => {
    expect(await linesOf({ amount })).toMatchObject([{ amount_sen }])
  })

  test('that is reversed goes the way it says, and is nobody’s transfer', async () => {
    const more = '<RvslInd>true</RvslInd>'
    const details = transfer('UJIAN', '')
    expect(await linesOf({ mark: 'DBIT', more, details })).toMatchObject([
      { side: 'debit', amount_sen: 15_000, payer_name: null },
    ])
  })

  test('names whoever the money is from, and on whose behalf it was sent', async () => {
    const details = transfer('APLIKASI CONTOH', '').replace(
      '</Dbtr>',
      '</Dbtr><UltmtDbtr><Nm>IBU UJIAN</Nm></UltmtDbtr>',
    )
    expect(await linesOf({ details })).toMatchObject([
      { payer_name: 'APLIKASI CONTOH', description: 'IBU UJIAN' },
    ])
  })
})

describe('a batch', () => {
  const two = (first: string, second: string) => transfer('CONTOH A', first) + transfer('CONTOH B', second)
  test.each([
    ['TxAmt', sumIn('TxAmt', '100.00'), sumIn('TxAmt', '50.00')],
    ['InstdAmt alone', sumIn('InstdAmt', '100.00'), sumIn('InstdAmt', '50.00')],
    ['the transfer itself', '<Amt Ccy="MYR">100.00</Amt>', '<Amt Ccy="MYR">50.00</Amt>'],
    ['different elements', '<Amt Ccy="MYR">100.00</Amt>', sumIn('InstdAmt', '50.00')],
    [
      'one of several elements',
      `<Amt Ccy="MYR">99.00</Amt>${sumIn('InstdAmt', '100.00')}`,
      `<Amt Ccy="MYR">49.00</Amt>${sumIn('InstdAmt', '50.00')}`,
    ],
  ])('with its sums in %s is a line for each transfer', async (_, first, second) => {
    expect(await linesOf({ details: two(first, second) })).toMatchObject([
      { amount_sen: 10_000, payer_name: 'CONTOH A', side: 'credit' },
      { amount_sen: 5_000, payer_name: 'CONTOH B', side: 'credit' },
    ])
  })

  test.each([
    ['without sums', '', ''],
    ['whose sums do not add up', sumIn('TxAmt', '100.00'), sumIn('TxAmt', '51.00')],
    ['in another currency', sumIn('InstdAmt', '100.00', 'SGD'), sumIn('InstdAmt', '50.00', 'SGD')],
  ])('%s is one line with every name', async (_, first, second) => {
    expect(await linesOf({ details: two(first, second) })).toMatchObject([
      { amount_sen: 15_000, payer_name: null, description: 'CONTOH A CONTOH B' },
    ])
  })

  test('of money in and out says so of each transfer', async () => {
    const details = two(
      `<Amt Ccy="MYR">160.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>`,
      `<Amt Ccy="MYR">10.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>`,
    )
    expect(await linesOf({ details })).toMatchObject([
      { amount_sen: 16_000, side: 'credit' },
      { amount_sen: 1_000, side: 'debit' },
    ])
  })
})

describe('a document', () => {
  test.each<[string, string, string | Buffer]>([
    ['camt.053 of the second version', 'camt053', document(statement(entry()))],
    [
      'camt.053 of the eighth version',
      'camt053',
      document(statement(entry({ status: '<Cd>BOOK</Cd>' })), '053.001.08'),
    ],
    [
      'an account report',
      'camt052',
      document(`<Rpt><Acct>${account}</Acct>${entry()}</Rpt>`, '052.001.02', 'BkToCstmrAcctRpt'),
    ],
    [
      'prefixed names',
      'camt053',
      document(statement(entry()))
        .replace(/<(\/?)(?=[A-Z])/g, '<$1n:')
        .replace('xmlns=', 'xmlns:n='),
    ],
    ['blank lines above', 'camt053', `\n\n${document(statement(entry()))}`],
    ['UTF-16', 'camt053', Buffer.from(`\ufeff${document(statement(entry()))}`, 'utf16le')],
  ])('%s is read', async (_, format, file) => {
    expect(await readStatement(Buffer.from(file as string))).toMatchObject({
      format,
      statement: { account: '512345678901', lines: [{ booked_on: '2026-11-20', amount_sen: 15_000 }] },
    })
  })

  test('is read in the encoding that it declares, and never in wrong letters', async () => {
    const named = (encoding: string) =>
      document(statement(entry({ details: transfer('__', '') }))).replace('UTF-8', encoding)
    const inBytes = (encoding: string, ...name: number[]) => {
      const [before = '', after = ''] = named(encoding).split('__')
      return Buffer.concat([Buffer.from(before), Buffer.from(name), Buffer.from(after)])
    }
    const gbk = [0xb3, 0xc2, 0xb4, 0xf3, 0xce, 0xc4]
    expect((await statementOf(inBytes('GBK', ...gbk))).lines[0]!.payer_name).toBe('陈大文')
    expect((await statementOf(inBytes('ISO-8859-1', 0x55, 0xfc, 0xdf))).lines[0]!.payer_name).toBe('Uüß')
    await expect(run(inBytes('UTF-8', ...gbk))).rejects.toThrow('encoding')
  })

  test('opens with the earliest balance and closes with the latest, of what is booked', async () => {
    const available =
      '<Avlbty><Dt><NbOfDays>1</NbOfDays></Dt><Amt Ccy="MYR">9.99</Amt><CdtDbtInd>DBIT</CdtDbtInd></Avlbty>'
    const of = (opens: string, closes: string) =>
      statement(entry(), {
        balances:
          balance('OPBD', opens, '2026-11-19', available) +
          balance('CLBD', closes, '2026-11-20', available) +
          balance('CLAV', '77.00', '2026-11-20'),
      })
    const newest = of('250.00', '400.00').replaceAll('-20<', '-21<').replaceAll('-19<', '-20<')
    expect(await statementOf(document(newest + of('100.00', '250.00')))).toMatchObject({
      opening_sen: 10_000,
      closing_sen: 40_000,
    })
  })

  test('of another kind is no statement', async () => {
    expect(await faultOf(document('<PmtInf/>', '001.001.03', 'CstmrCdtTrfInitn'))).toBe('not_a_statement')
  })
})
