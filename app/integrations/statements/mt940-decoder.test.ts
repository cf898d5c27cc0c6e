import { describe, expect, test } from 'vitest'
import { run } from './mt940-decoder.ts'
import { readStatement } from './read-statement.ts'
import type { Statement } from './statement.ts'

const statementOf = async (file: string | Buffer): Promise<Statement> =>
  JSON.parse(String(Buffer.from(await run(Buffer.from(file as string)))))
const faultOf = (file: string) =>
  run(Buffer.from(file)).then(
    () => 'none',
    (error) => error.message,
  )
const message = (...lines: string[]) =>
  [
    ...[':20:UJIAN', ':25:512345678901', ':28C:1/1', ':60F:C261119MYR100,00'],
    ...lines,
    ...[':62F:C261120MYR250,00', '-'],
  ].join('\r\n')
/** The only movement of a message with this field 61 and, below it, these lines. */
const movement = async (field: string, ...below: string[]) =>
  (await statementOf(message(`:61:${field}`, ...below))).lines[0]!
const words = async (...field86: string[]) => {
  const { payer_name, description } = await movement('2611201120C1,00NTRFNONREF', ...field86)
  return [payer_name, description]
}

describe('a movement', () => {
  test.each([
    ['a reference with slashes', '2611201120C150,00NTRFINV/26/0007//7710', 'INV/26/0007 7710'],
    ['slashes in the reference of the bank', '2611201120C150,00NMSC88/1XX//O/99', '88/1XX O/99'],
    [
      'a reference of forty letters',
      '2611201120C150,00NTRFYURAN DISEMBER 2026 TINGKATAN 3 AMANAH UJ//55',
      'YURAN DISEMBER 2026 TINGKATAN 3 AMANAH UJ 55',
    ],
    ['a name behind the reference', '261120C150,N0440009999      P. UJIAN', '0009999 P. UJIAN'],
    ['blanks for the entry date', '261120    C150,00NTRFNONREF//77', '77'],
    ['no entry date', '261120C150,00NTRFNONREF//77', '77'],
    ['the third letter of its currency', '2611201120CR150,00NTRFNONREF//77', '77'],
    ['its amount on a new line', '2611201120CR\r\n150,00N062NONREF//77', '77'],
    ['noughts before its amount', '261120C000000000150,00NTRFNONREF//77', '77'],
    ['no type', '261120C150,00NONREF//77', '77'],
  ])('with %s', async (_, field, reference) => {
    expect(await movement(field)).toMatchObject({
      ...{ booked_on: '2026-11-20', side: 'credit', amount_sen: 15_000, reference },
    })
  })

  test.each([
    ['2611021031C1,00NTRFX', '2026-10-31'],
    ['2601021231C1,00NTRFX', '2025-12-31'],
    ['2512310102C1,00NTRFX', '2026-01-02'],
    // Some banks count thirty days in February; the entry date is of the calendar.
    ['2602300301C1,00NTRFX', '2026-03-01'],
    ['2611200000C1,00NTRFX', '2026-11-20'],
  ])('%s is of the day on which it was booked, %s', async (field, day) => {
    expect((await movement(field)).booked_on).toBe(day)
  })

  test.each([
    ['C', 'credit'],
    ['D', 'debit'],
    ['RC', 'debit'],
    ['RD', 'credit'],
    ['DR', 'debit'],
  ])('marked %s is a %s', async (mark, side) => {
    expect((await movement(`261120${mark}1,00NTRFX`)).side).toBe(side)
  })

  test('of 0.00, or one that is only expected, is left out, and named with its words and the reason', async () => {
    const { lines, skipped } = await statementOf(
      message(
        ...[':61:261120C1,00NTRFX', ':86:YURAN'],
        ...[':61:261120D0,NCHGX', ':86:CAJ DIKECUALIKAN'],
        ...[':61:261120EC5,00NTRFX', ':86:DIJANGKA'],
      ),
    )
    expect(lines).toMatchObject([{ amount_sen: 100, description: 'YURAN' }])
    expect(skipped).toEqual([
      { row: 7, text: '261120D0,NCHGX CAJ DIKECUALIKAN', reason: 'zero' },
      { row: 9, text: '261120EC5,00NTRFX DIJANGKA', reason: 'not_booked' },
    ])
  })

  test.each([
    ['261120150,00NTRFX', 'side:5'],
    ['261120C1.5.0NTRFX', 'amount:5'],
    ['2611C1,00NTRFX', 'date:5'],
  ])('%s is refused with its line', async (field, fault) => {
    expect(await faultOf(message(`:61:${field}`))).toBe(fault)
  })
})

describe('its words', () => {
  test.each([
    ['keep their slashes', [':86:UJIAN A/P CONTOH/YURAN/DIS/2026 TAHUN 2'], null],
    ['keep a question mark', [':86:YURAN ANAK?20 RINGGIT'], null],
    ['keep a code that is not at the beginning', [':86:BAYARAN /NAME/ TIADA'], null],
    ['keep a line that begins with a dash', [':86:YURAN', '-DIS 2026'], null],
  ])('%s', async (_, lines) => {
    const whole = lines.join(' ').replace(':86:', '')
    expect(await words(...lines)).toEqual([null, whole])
  })

  test('are those of every field 86 below it', async () => {
    expect(await words(':86:PINDAHAN', ':86:YURAN NOV', ':86:TAHUN 2')).toEqual([
      null,
      'PINDAHAN YURAN NOV TAHUN 2',
    ])
  })

  test('in coded parts keep slashes within a part', async () => {
    const coded = ':86:/EREF/E2E-9/ORDP//NAME/UJIAN A/L CONTOH/REMI/YURAN/NOV/2026/'
    expect(await words(coded)).toEqual(['UJIAN A/L CONTOH', 'E2E-9 YURAN/NOV/2026'])
  })

  test.each([
    ['166?00PINDAHAN?100599?20YURAN UNTUK BULAN NOVEMBER?21DUA RIBU?22 TAHUN 2?30BANKMYKL?32UJIAN'],
    ['166<00PINDAHAN<100599<20YURAN UNTUK BULAN NOVEMBER<21DUA RIBU<22 TAHUN 2<30BANKMYKL<32UJIAN'],
  ])('in numbered parts are joined: %s', async (field) => {
    expect(await words(`:86:${field}`)).toEqual([
      'UJIAN',
      'PINDAHAN YURAN UNTUK BULAN NOVEMBER DUA RIBU TAHUN 2',
    ])
  })

  test('broken where a line or a part is full are one word again', async () => {
    expect(await words(':86:166?20YUR', 'AN?32CONTOH BINTI UJIAN PERCUBAA?33N')).toEqual([
      'CONTOH BINTI UJIAN PERCUBAAN',
      'YURAN',
    ])
  })

  test('of the whole statement belong to no movement', async () => {
    const file = `${message(':61:261120C1,00NTRFX')}\r\n:86:BAKI AKHIR`
    expect((await statementOf(file)).lines[0]!.description).toBe('')
  })
})

describe('a file', () => {
  const plain = message(':61:2611201120C150,00NTRFNONREF//77', ':86:UJIAN')
  const expected = { account: '512345678901', opening_sen: 10_000, closing_sen: 25_000, skipped: [] }

  test.each([
    ['framed in control characters', `\x01\r\n${plain}\x03`],
    ['in an envelope', `{1:F01UJIANXXX}{2:O940X}{4:\r\n${plain}}{5:{CHK:0}}`],
    ['in an envelope on the line of its first field', `{1:F01UJIANXXX}{4:${plain}}`],
    ['with lines above', `UJIANMYKL\r\n940\r\nUJIANMYKL\r\n${plain}`],
    ['with a field of the bank above', `:940:\r\n${plain}`],
    ['with line feeds alone', plain.replaceAll('\r\n', '\n')],
    ['with carriage returns alone', plain.replaceAll('\r\n', '\r')],
    ['with empty lines and blanks', plain.replaceAll('\r\n', '  \r\n\r\n')],
    ['in UTF-16', Buffer.from(plain, 'utf16le')],
    ['with the currency behind its account', plain.replace('678901', '678901MYR')],
    ['with the bank behind its account', plain.replace(':25:512345678901', ':25P:512345678901\r\nUJIANMYKL')],
    ['with a balance without currency', plain.replace('MYR250', '250')],
  ])('%s is read whole', async (_, file) => {
    const found = await readStatement(Buffer.from(file as string))
    expect(found).toMatchObject({ format: 'mt940', statement: expected })
    expect('statement' in found && found.statement.lines).toMatchObject([
      { booked_on: '2026-11-20', amount_sen: 15_000, reference: '77', description: 'UJIAN' },
    ])
  })

  const page = (opens: string, movement: string, closes: string) =>
    [':20:U', ':25:512345678901', `:60${opens}`, `:61:${movement}`, `:62${closes}`, '-'].join('\n')

  test('of several pages, or of several days from the newest, opens and closes once', async () => {
    const pages = [
      page('F:C261120MYR100,00', '261120C50,00NTRFA', 'M:C261120MYR150,00'),
      page('M:C261120MYR150,00', '261120C25,00NTRFB', 'F:C261120MYR175,00'),
    ]
    const days = [
      page('F:C261120MYR150,00', '261121C25,00NTRFB', 'F:C261121MYR175,00'),
      page('F:C261119MYR100,00', '261120C50,00NTRFA', 'F:C261120MYR150,00'),
    ]
    for (const file of [pages, days]) {
      const { lines, ...about } = await statementOf(file.join('\n'))
      expect(about).toMatchObject({ opening_sen: 10_000, closing_sen: 17_500 })
      expect(lines).toHaveLength(2)
    }
  })
})
