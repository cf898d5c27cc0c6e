import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences, verifyAc, verifyBc } from './answers.ts'
import { MAX_BODY_BYTES } from './body.ts'
import { sign } from './checksum.ts'
import { AC_FIELDS, type AcField, sourceString } from './fields.ts'
import { AC_VALUES, configOf, encode, makePair, sealAc } from './test-support.ts'

const [fpx, stranger] = await Promise.all([
  makePair('2026-01-01', '2027-01-01'),
  makePair('2026-01-01', '2027-01-01'),
])
const config = configOf(fpx, fpx)
const now = new Date('2026-06-01')
const read = (body: string | Uint8Array) => verifyAc(config, body, now)
const reason = (body: string | Uint8Array) => {
  const result = read(body)
  return result.ok ? 'ok' : result.reason
}

test('reads a genuine AC, blanks and all', () => {
  const fields = sealAc(fpx.key)
  const result = read(encode(fields))
  expect(result).toMatchObject({
    ok: true,
    ac: {
      model: 'B2C',
      txn_id: '2601151030000123',
      txn_at: new Date('2026-01-15T02:30:00Z'),
      exchange_order_no: 'A000000042',
      amount_sen: 35_000,
      bank_name: 'SBI BANK A',
      buyer_name: "N@m3()/PyN .-&B'UYER",
      debit_code: '00',
      debit_no: '15733223',
      fields,
    },
  })
})

test('takes bytes as well as text, in any order, with extras and line breaks around', () => {
  const body = encode({ zz_first: '=&', ...sealAc(fpx.key), fpx_eaccountNum: '' })
  expect(reason(new TextEncoder().encode(body))).toBe('ok')
  expect(reason(`\r\n\n${body}\n\n`)).toBe('ok')
  const result = read(body)
  expect(result.ok && Object.keys(result.ac.fields)).toHaveLength(22)
})

const awkward = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('|') && !text.includes('\0'))

test('every value survives: spaces at the ends, doubled, quotes, ampersands, percent, plus, equals, Chinese', () => {
  expect(
    read(encode(sealAc(fpx.key, { fpx_buyerName: " SITI  A/P O'NEIL & CO 100%+= 陳  " }))),
  ).toMatchObject({ ok: true })
  fc.assert(
    fc.property(awkward, awkward, (fpx_buyerName, fpx_makerName) => {
      const result = read(encode(sealAc(fpx.key, { fpx_buyerName, fpx_makerName })))
      expect(result).toMatchObject({ ok: true, ac: { buyer_name: fpx_buyerName, maker_name: fpx_makerName } })
    }),
    { numRuns: 50 },
  )
})

test('changing any one field after signing is noticed', () => {
  for (const field of AC_FIELDS) {
    if (field === 'fpx_msgType') continue
    const fields = sealAc(fpx.key)
    expect(reason(encode({ ...fields, [field]: `${fields[field]}0` })), field).toBe('signature')
  }
})

test.each([
  [
    'blanks dropped before signing',
    {
      source: (f: Record<AcField, string>) =>
        AC_FIELDS.map((k) => f[k])
          .filter(Boolean)
          .join('|'),
    },
  ],
  ['SHA-256', { algorithm: 'RSA-SHA256' }],
])('refuses %s', (_, how) => expect(reason(encode(sealAc(fpx.key, {}, how)))).toBe('signature'))

test("refuses a stranger's signature and gives the claimed number for the log only", () => {
  expect(read(encode(sealAc(stranger.key)))).toEqual({ ok: false, reason: 'signature', claims: 'A000000042' })
  expect(read(encode(sealAc(stranger.key, { fpx_sellerExOrderNo: '<script>' })))).toMatchObject({
    claims: null,
  })
})

test('a key sent twice makes the message ambiguous, whatever the values', () => {
  const body = encode(sealAc(fpx.key))
  expect(reason(`${body}&fpx_debitAuthCode=00`)).toBe('duplicate_field')
  expect(reason(`${body}&x=1&x=1`)).toBe('duplicate_field')
})

test('a name that reaches into the codes beside it is refused: the same source, split elsewhere', () => {
  const declined = sealAc(fpx.key, {
    fpx_buyerName: 'EVE|00|1|00',
    fpx_debitAuthCode: '51',
    fpx_creditAuthCode: '',
  })
  const source = sourceString(AC_FIELDS, declined)
  const shifted = {
    ...declined,
    fpx_buyerName: 'EVE',
    fpx_creditAuthCode: '00',
    fpx_creditAuthNo: '1',
    fpx_debitAuthCode: '00',
    fpx_debitAuthNo: [
      declined.fpx_creditAuthCode,
      declined.fpx_creditAuthNo,
      '51',
      declined.fpx_debitAuthNo,
    ].join('|'),
  }
  expect(sourceString(AC_FIELDS, shifted)).toBe(source)
  expect(reason(encode(shifted))).toBe('ambiguous')
  expect(reason(encode(declined))).toBe('ambiguous')
})

test.each(AC_FIELDS)('refuses an AC without %s', (field) => {
  const { [field]: _, ...rest } = sealAc(fpx.key)
  expect(reason(encode(rest))).toBe('missing_field')
})

test('refuses what is no AC, unsigned, oversized, not text', () => {
  expect(reason(encode(sealAc(fpx.key, { fpx_msgType: 'AR' })))).toBe('not_ac')
  expect(reason(encode({ ...AC_VALUES }))).toBe('unsigned')
  expect(reason(encode({ ...AC_VALUES, fpx_checkSum: '' }))).toBe('unsigned')
  expect(reason(encode({ ...AC_VALUES, fpx_checkSum: 'zz' }))).toBe('checksum_format')
  expect(reason(`${encode(sealAc(fpx.key))}&pad=${'x'.repeat(MAX_BODY_BYTES)}`)).toBe('too_large')
  expect(reason(Uint8Array.of(0xff, 0xfe))).toBe('encoding')
  expect(reason(`${encode(sealAc(fpx.key))}\0`)).toBe('encoding')
  expect(reason('')).toBe('missing_field')
})

test('never throws, whatever arrives', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !read(text).ok))
  fc.assert(fc.property(fc.uint8Array(), (bytes) => !read(bytes).ok))
})

test('an amount or time out of form is kept as signed and read as null', () => {
  const result = read(
    encode(sealAc(fpx.key, { fpx_txnAmount: '1,000.00', fpx_fpxTxnTime: '', fpx_msgToken: '03' })),
  )
  expect(result).toMatchObject({ ok: true, ac: { amount_sen: null, txn_at: null, model: null } })
})

const stored = {
  fpx_msgToken: '01',
  fpx_sellerExId: 'EX00000000',
  fpx_sellerExOrderNo: 'A000000042',
  fpx_sellerId: 'SE00000000',
  fpx_sellerOrderNo: 'INV-2026-00042',
  fpx_sellerTxnTime: '20260115102912',
  fpx_txnAmount: '350.00',
  fpx_txnCurrency: 'MYR',
  fpx_buyerName: 'Nur Ain',
}
const differing = (values: Partial<Record<AcField, string>>) => {
  const result = read(encode(sealAc(fpx.key, values)))
  return result.ok ? differences(result.ac, stored) : result.reason
}

test.each([
  [{}, []],
  [{ fpx_buyerBankId: 'MB2U0227', fpx_buyerName: 'ANYBODY' }, []],
  [{ fpx_txnAmount: '350.01' }, ['fpx_txnAmount']],
  [{ fpx_txnAmount: '350.0' }, ['fpx_txnAmount']],
  [{ fpx_txnCurrency: 'USD' }, ['fpx_txnCurrency']],
  [{ fpx_sellerTxnTime: '20260115102913' }, ['fpx_sellerTxnTime']],
  [{ fpx_sellerId: 'SE00000009' }, ['fpx_sellerId']],
  [{ fpx_sellerExId: 'EX00000009' }, ['fpx_sellerExId']],
  [
    { fpx_sellerExOrderNo: 'A000000043', fpx_sellerOrderNo: 'X' },
    ['fpx_sellerExOrderNo', 'fpx_sellerOrderNo'],
  ],
  [{ fpx_msgToken: '02' }, ['fpx_msgToken']],
  [{ fpx_fpxTxnId: '' }, ['fpx_fpxTxnId']],
  [{ fpx_fpxTxnId: '', fpx_debitAuthCode: '76' }, []],
])('AC with %j differs from the stored AR in %j', (values, fields) => {
  expect(differing(values)).toEqual(fields)
})

const bc = (values: Record<string, string> = {}, key = fpx.key) => {
  const fields = {
    fpx_bankList: 'MB2U0227~A,PBB0233~B',
    fpx_msgToken: '01',
    fpx_msgType: 'BC',
    fpx_sellerExId: 'EX00000000',
    ...values,
  }
  const source = [fields.fpx_bankList, fields.fpx_msgToken, fields.fpx_msgType, fields.fpx_sellerExId].join(
    '|',
  )
  return encode({ ...fields, fpx_checkSum: sign(source, key) })
}

test('a BC says which banks are up; anything but A is down', () => {
  const body = bc({ fpx_bankList: 'MB2U0227~A,PBB0233~B,RHB0218~X,KFH0346,, UOB0226~A' })
  expect(verifyBc(config, 'B2C', `\n\n${body}\n`, now)).toMatchObject({
    ok: true,
    banks: [
      { code: 'MB2U0227', online: true },
      { code: 'PBB0233', online: false },
      { code: 'RHB0218', online: false },
      { code: 'KFH0346', online: false },
      { code: 'UOB0226', online: true },
    ],
  })
})

test.each([
  ['another model', bc({ fpx_msgToken: '02' }), 'not_bc'],
  ['another exchange', bc({ fpx_sellerExId: 'EX00000009' }), 'not_bc'],
  ['another type', bc({ fpx_msgType: 'BE' }), 'not_bc'],
  ["a stranger's key", bc({}, stranger.key), 'signature'],
  ['nothing', '', 'missing_field'],
])('refuses a BC of %s', (_, body, why) => {
  expect(verifyBc(config, 'B2C', body, now)).toEqual({ ok: false, reason: why })
})
