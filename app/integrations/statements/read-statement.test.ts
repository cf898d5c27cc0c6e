import { strToU8, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import { run as runCamt } from './camt-decoder.ts'
import { run as runMt940 } from './mt940-decoder.ts'
import { readStatement } from './read-statement.ts'
import { type Statement, statementLimits } from './statement.ts'

const read = (file: Buffer | Uint8Array | string) => readStatement(Buffer.from(file as string))

/** Without a process of its own, which takes its time to begin. */
const decoded = (run: (bytes: Buffer) => Promise<Uint8Array>) => ({
  statementOf: async (file: string): Promise<Statement> =>
    JSON.parse(String(Buffer.from(await run(Buffer.from(file))))),
  faultOf: (file: string) =>
    run(Buffer.from(file)).then(
      () => 'none',
      (error) => (error.line ? `${error.fault}:${error.line}` : error.fault),
    ),
})
const faultOf = (file: Buffer | Uint8Array | string) =>
  read(file).then(
    () => 'none',
    (error) => error.fault,
  )

const mt940 = (...lines: string[]) =>
  [
    ':20:STMT',
    ':25:512345678901',
    ':28C:1/1',
    ':60F:C261101MYR1000,50',
    ...lines,
    ':62F:C261130MYR1234,5',
    '-',
  ].join('\r\n')

describe('MT940', () => {
  const { statementOf, faultOf } = decoded(runMt940)
  test('gives movements with their words, whichever way a bank writes them', async () => {
    const file = mt940(
      ':61:2611021102C150,00NTRFNONREF//8812',
      ':86:YURAN AIMAN NOV',
      'ABCD2345',
      ':61:261103D20,5NCHK002231',
      'Sewa',
      ':86:?00IBG?20YURAN?21 NOV?32SITI AMINAH?33 BINTI ALI',
      ':61:261104RD3,NMSC',
      ':86:/REMI/REVERSAL/NAME/TNB/',
    )
    expect(await statementOf(`{1:F01X}{2:I940}{4:\r\n${file}}`)).toEqual({
      account: '512345678901',
      opening_sen: 100_050,
      closing_sen: 123_450,
      skipped: [],
      lines: [
        {
          ...{ number: 1, booked_on: '2026-11-02', side: 'credit', amount_sen: 15_000, balance_sen: null },
          ...{ payer_name: null, reference: '8812', description: 'YURAN AIMAN NOV ABCD2345' },
        },
        {
          ...{ number: 2, booked_on: '2026-11-03', side: 'debit', amount_sen: 2_050, balance_sen: null },
          ...{ payer_name: 'SITI AMINAH BINTI ALI', reference: '002231', description: 'Sewa IBG YURAN NOV' },
        },
        {
          ...{ number: 3, booked_on: '2026-11-04', side: 'credit', amount_sen: 300, balance_sen: null },
          ...{ payer_name: 'TNB', reference: null, description: 'REVERSAL' },
        },
      ],
    })
  })

  test.each([
    ['a day that no calendar has', mt940(':61:260231C1,00NTRFX'), 'date:5'],
    ['no amount', mt940(':61:261102C,NTRFX'), 'amount:5'],
    ['another currency', mt940(':61:261102C1,00NTRFX').replace('MYR1000', 'USD1000'), 'currency:4'],
    ['two accounts', `${mt940(':61:261102C1,00NTRFX')}\r\n:20:B\r\n:25:999`, 'several_accounts'],
    ['no movement', mt940(), 'empty'],
  ])('with %s is refused', async (_, file, fault) => {
    expect(await faultOf(file)).toBe(fault)
  })
})

const camt = (entries: string, more = '') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><Othr><Id>512345678901</Id></Othr></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="MYR">1000.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="MYR">1300.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
${entries}</Stmt></BkToCstmrStmt></Document>${more}`
const entry = (amount: string, details = '', status = '<Sts><Cd>BOOK</Cd></Sts>', day = '2026-11-02') =>
  `<Ntry><Amt Ccy="MYR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${status}<BookgDt><Dt>${day}</Dt></BookgDt>
  <AcctSvcrRef>B1</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`
const detail = (amount: string, name: string, words: string) =>
  `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId><TxId>T-${name}</TxId></Refs><AmtDtls><TxAmt><Amt Ccy="MYR">${amount}</Amt></TxAmt></AmtDtls>
  <RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls>`

describe('CAMT.053', () => {
  const { statementOf, faultOf } = decoded(runCamt)
  test('gives each transfer of a batch for itself, and nothing that is not booked', async () => {
    const { lines, ...about } = await statementOf(
      camt(
        entry('300.00', detail('100.00', 'SITI', 'YURAN &amp; BUKU') + detail('200.00', 'LIM', 'ABCD2345')) +
          entry('9.00', '', '<Sts>PDNG</Sts>'),
      ),
    )
    expect(about).toEqual({
      ...{ account: '512345678901', opening_sen: 100_050, closing_sen: 130_050 },
      skipped: [{ row: expect.any(Number), text: '2026-11-02 · B1 · 9.00', reason: 'not_booked' }],
    })
    expect(lines).toMatchObject([
      {
        number: 1,
        amount_sen: 10_000,
        payer_name: 'SITI',
        reference: 'T-SITI',
        description: 'YURAN & BUKU',
        side: 'credit',
      },
      { number: 2, amount_sen: 20_000, payer_name: 'LIM', reference: 'T-LIM', booked_on: '2026-11-02' },
    ])
  })

  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
  test.each([
    ['entities that multiply', camt(entry('1.00')).replace('<Document', `${bomb}<Document`), 'entities'],
    [
      'a file of the machine',
      camt(entry('1.00')).replace('<Document', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><Document'),
      'entities',
    ],
    ['elements without an end', camt('<Ntry>'.repeat(90)), /^unreadable/],
    ['a broken day', camt(entry('1.00', '', undefined, '2026-13-40')), /^date/],
    ['an amount of words', camt(entry('one')), /^amount/],
    [
      'another currency',
      camt(entry('1.00')).replace('<Ntry><Amt Ccy="MYR"', '<Ntry><Amt Ccy="USD"'),
      /^currency/,
    ],
    ['nothing booked', camt(''), 'empty'],
  ])('with %s is refused', async (_, file, fault) => {
    const found = await faultOf(file)
    if (typeof fault === 'string') expect(found).toBe(fault)
    else expect(found).toMatch(fault)
  })
})

describe('what is too much', () => {
  const rows = (count: number) =>
    `Date,Description,Debit,Credit\n${Array.from({ length: count }, (_, n) => `02/11/2026,YURAN ${n},,1.00`).join('\n')}`

  test('of 100,000 lines none is kept in memory: they are refused, in whatever kind of file, within seconds', async () => {
    const taken = stopwatch()
    expect(await faultOf(rows(100_000))).toBe('too_many_rows')
    expect(await faultOf(mt940(...Array.from({ length: 100_000 }, () => ':61:261102C1,00NTRFX')))).toBe(
      'too_many_lines',
    )
    expect(await faultOf(camt(entry('1.00').replace(/\s+/g, ' ').repeat(30_000)))).toBe('too_many_lines')
    taken.within(60_000)
  })

  test('as many as are allowed are read', async () => {
    const found = await read(rows(statementLimits.lines))
    expect('rows' in found && found.rows.length).toBe(statementLimits.lines + 1)
  })

  test('a bomb, an archive and a picture are refused', async () => {
    const zeros = new Uint8Array(60_000_000)
    expect(
      await faultOf(zipSync({ 'xl/workbook.xml': strToU8('<x/>'), 'xl/worksheets/sheet1.xml': zeros })),
    ).toBe('too_large')
    expect(await faultOf(Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'))).toBe('not_a_sheet')
    expect(await faultOf('')).toBe('empty')
  })
})

test('a sheet is read in whatever letters it was written', async () => {
  const text = 'Tarikh;Butiran;Debit;Kredit\r\n02/11/2026;Café;;1.00\r\n'
  for (const file of [
    Buffer.from(text),
    Buffer.from(text, 'latin1'),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(`\ufeff${text}`),
  ]) {
    const found = await read(file)
    expect('rows' in found && found.rows[1]!.cells[1]).toBe('Café')
  }
  const book = await writeXlsx({
    sheets: [
      {
        name: 'A',
        rows: [
          ['Date', 'Credit'],
          [new Date(Date.UTC(2026, 10, 2)), 1.5],
        ] as never,
      },
    ],
  })
  const found = await read(Buffer.from(book))
  expect(found).toMatchObject({ format: 'xlsx' })
})
