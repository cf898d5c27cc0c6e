import { describe, expect, test } from 'vitest'
import { buildDocument, documentText } from './build-document.ts'
import { structureFaults } from './structure.ts'
import {
  anInvoice,
  built,
  faultsIn,
  fee,
  oneOfEach,
  school,
  sixPercent,
  trainer,
  valueAt,
} from './test-support.ts'
import { totalsOf } from './totals.ts'

const amountsIn = (text: string) =>
  [...text.matchAll(/\{"_":([^,}]+),"currencyID"/g)].map(([, amount]) => amount)

describe('money', () => {
  test.each([
    [231_000, '2310'],
    [231_050, '2310.5'],
    [231_055, '2310.55'],
    [7, '0.07'],
    [10, '0.1'],
    [999_999_999_999_999, '9999999999999.99'],
  ])('%i sen is written %s', (sen, written) => {
    const { text } = built(anInvoice({ lines: [fee(sen)] }))
    expect(text).toContain(`"PayableAmount":[{"_":${written},`)
    expect(JSON.stringify(JSON.parse(text))).toBe(text)
    expect(text).not.toContain(`"${written}"`)
  })

  test('is refused when a JSON number would not be exact', () => {
    expect(() => built(anInvoice({ lines: [fee(1_000_000_000_000_000)] }))).toThrow(RangeError)
    expect(() => built(anInvoice({ lines: [fee(0.5)] }))).toThrow(RangeError)
  })

  test('is never added up with floating point', () => {
    const line = fee(3_333, { taxes: [sixPercent(3_333)] })
    const { text, invoice } = built(anInvoice({ lines: [line, line, line] }))
    expect(valueAt(invoice, 'TaxTotal.TaxAmount')).toBe(6)
    expect(valueAt(invoice, 'LegalMonetaryTotal.PayableAmount')).toBe(105.99)
    expect(text).not.toMatch(/\.\d{3}/)
  })

  test('names its currency at each amount', () => {
    for (const currency of ['MYR', 'USD']) {
      const { text } = built(anInvoice({ currency, exchangeRate: '4.72' }))
      const named = [...text.matchAll(/"currencyID":"(\w+)"/g)].map(([, code]) => code)
      expect(new Set(named)).toEqual(new Set([currency]))
      expect(named).toHaveLength(amountsIn(text).length)
    }
  })
})

describe('tax', () => {
  test('is rounded on each line, and the total is the sum of the lines', () => {
    const line = fee(1_001, { taxes: [sixPercent(1_001)] })
    const document = anInvoice({ lines: [line, line, line] })
    const { text, invoice } = built(document)
    expect(valueAt(invoice, 'TaxTotal.TaxAmount')).toBe(1.8)
    expect(valueAt(invoice, 'TaxTotal.TaxSubtotal.TaxAmount')).toBe(1.8)
    expect(valueAt(invoice, 'InvoiceLine.TaxTotal.TaxAmount')).toBe(0.6)
    expect(valueAt(invoice, 'LegalMonetaryTotal.PayableAmount')).toBe(31.83)
    expect(text).not.toContain('1.8018')
    expect(faultsIn(document)).toEqual([])
  })

  test('inside a price is taken out of it, and is no discount', () => {
    const { text, invoice } = built(anInvoice({ lines: [fee(10_000, { taxes: [sixPercent(10_000)] })] }))
    expect(valueAt(invoice, 'InvoiceLine.Price.PriceAmount')).toBe(100)
    expect(valueAt(invoice, 'TaxTotal.TaxAmount')).toBe(6)
    expect(valueAt(invoice, 'LegalMonetaryTotal.PayableAmount')).toBe(106)
    expect(text).not.toContain('AllowanceCharge')
  })

  test('has one sum for each kind, with the reason of an exemption', () => {
    const exempt = { ...sixPercent(5_000, 'E'), exemption: 'Student with a disability card' }
    const { invoice } = built(
      anInvoice({
        lines: [
          fee(1_000),
          fee(2_000),
          fee(3_000, { taxes: [sixPercent(3_000)] }),
          fee(5_000, { taxes: [exempt] }),
        ],
      }),
    )
    const [total] = invoice.TaxTotal as unknown as [{ TaxSubtotal: never[] }]
    expect(
      total.TaxSubtotal.map((one) => [
        valueAt(one, 'TaxCategory.ID'),
        valueAt(one, 'TaxableAmount'),
        valueAt(one, 'TaxAmount'),
        valueAt(one, 'TaxCategory.TaxExemptionReason'),
      ]),
    ).toEqual([
      ['06', 30, 0, undefined],
      ['02', 30, 1.8, undefined],
      ['E', 50, 3, 'Student with a disability card'],
    ])
  })

  test('that is exempt has a sum for each reason', () => {
    const exempt = (sen: number, exemption: string) =>
      fee(sen, { taxes: [{ ...sixPercent(sen, 'E'), exemption }] })
    const lines = [exempt(5_000, 'Disability card'), exempt(2_000, 'Orphan'), exempt(1_000, 'Orphan')]
    expect(totalsOf(anInvoice({ lines })).taxes).toEqual([
      { type: 'E', taxableSen: 5_000, taxSen: 300, exemption: 'Disability card' },
      { type: 'E', taxableSen: 3_000, taxSen: 180, exemption: 'Orphan' },
    ])
  })

  test('has its rate in percent on its line', () => {
    const { invoice } = built(anInvoice({ lines: [fee(10_000, { taxes: [sixPercent(10_000)] })] }))
    expect(valueAt(invoice, 'InvoiceLine.TaxTotal.TaxSubtotal.Percent')).toBe(6)
  })
})

describe('what is payable', () => {
  const [rounded, plain] = [
    anInvoice({ lines: [fee(3_183)], roundingSen: 2 }),
    anInvoice({ lines: [fee(3_183)] }),
  ]

  test('is rounded to five sen for cash, and not otherwise', () => {
    const { invoice } = built(rounded)
    expect(valueAt(invoice, 'LegalMonetaryTotal.PayableRoundingAmount')).toBe(0.02)
    expect(valueAt(invoice, 'LegalMonetaryTotal.PayableAmount')).toBe(31.85)
    expect(built(plain).text).not.toContain('PayableRoundingAmount')
    expect(built(anInvoice({ lines: [fee(3_182)], roundingSen: -2 })).text).toContain(
      '"PayableRoundingAmount":[{"_":-0.02,',
    )
  })

  const deposit = (sen: number) => ({ sen, on: '2026-11-28', reference: 'RCP-26-000077' })

  test('is less by a deposit that was paid before', () => {
    const { invoice } = built(anInvoice({ lines: [fee(50_000)], prepaid: deposit(10_000) }))
    expect(valueAt(invoice, 'PrepaidPayment.PaidAmount')).toBe(100)
    expect(valueAt(invoice, 'PrepaidPayment.PaidDate')).toBe('2026-11-28')
    expect(valueAt(invoice, 'LegalMonetaryTotal.PayableAmount')).toBe(400)
  })

  test('is all of an invoice that was settled, or whose deposit was as large', () => {
    for (const prepaid of [undefined, deposit(50_000)]) {
      const { text, invoice } = built(anInvoice({ lines: [fee(50_000)], prepaid }))
      expect(text).not.toContain('PrepaidPayment')
      expect(valueAt(invoice, 'LegalMonetaryTotal.PayableAmount')).toBe(500)
    }
  })

  test('is all of a note, whatever was paid', () => {
    for (const document of oneOfEach({ prepaid: deposit(10_000) })) {
      const isNote = document.type[1] !== '1'
      expect(built(document).text.includes('PrepaidPayment')).toBe(!isNote)
    }
  })
})

describe('texts', () => {
  test('keep every letter and sign as it is, in UTF-8', () => {
    const name = `Ñurul & "Ali" <A'> 陈美玲`
    const bytes = Buffer.from(built(anInvoice({ supplier: { ...school, name } })).text)
    expect(bytes.includes(Buffer.from(`Ñurul & \\"Ali\\" <A'> 陈美玲`))).toBe(true)
    expect(bytes.includes('\\u')).toBe(false)
    expect(bytes.includes('\\/')).toBe(false)
  })

  test('are on one line, without control characters and halves of a character', () => {
    const description = 'Tuition\nfee,\tDecember\u0000 2026\u2028 \ud83d'
    const { text, invoice } = built(anInvoice({ lines: [fee(100, { description })] }))
    expect(valueAt(invoice, 'InvoiceLine.Item.Description')).toBe('Tuition fee, December 2026 \ufffd')
    expect(text).not.toContain('\\')
  })
})

describe('times', () => {
  test.each([
    ['half past eleven at night in Malaysia', '2026-11-30T15:30:00.000Z', '2026-11-30', '15:30:00Z'],
    ['half past midnight on the first', '2026-11-30T16:30:00.500Z', '2026-11-30', '16:30:00Z'],
  ])('at %s are in UTC, and the period stays in Malaysia', (_, at, date, time) => {
    const period = { from: '2026-11-01', to: '2026-11-30', frequency: 'Monthly' }
    const { text, invoice } = built(anInvoice({ issuedAt: new Date(at), period }))
    expect([valueAt(invoice, 'IssueDate'), valueAt(invoice, 'IssueTime')]).toEqual([date, time])
    expect(valueAt(invoice, 'InvoicePeriod.EndDate')).toBe('2026-11-30')
    expect(text).not.toContain('+08:00')
  })
})

describe('what is not there', () => {
  test('has no element', () => {
    const { text } = built(anInvoice({ supplier: { ...school, email: '' } }))
    for (const name of [
      'InvoicePeriod',
      'PrepaidPayment',
      'BillingReference',
      'TaxExchangeRate',
      'PaymentMeans',
      'ElectronicMail',
      'AllowanceCharge',
      'UBLExtensions',
    ]) {
      expect(text).not.toContain(name)
    }
    expect(text).not.toMatch(/""|\{\}|\[\]|null/)
  })
})

describe('a note', () => {
  const original = { number: 'INV-26-000100', uuid: 'F3N8Q1ZC7W5M2K9TB4X6R0HDV1' }

  test('names each document that it corrects by its valid number at the portal', () => {
    const second = { number: 'INV-26-000101', uuid: 'A3N8Q1ZC7W5M2K9TB4X6R0HDV2' }
    const { text } = built(anInvoice({ type: '02', originals: [original, second] }))
    expect(text).toContain(
      '"BillingReference":[{"InvoiceDocumentReference":[{"ID":[{"_":"INV-26-000100"}],"UUID":[{"_":"F3N8Q1ZC7W5M2K9TB4X6R0HDV1"}]}]},' +
        '{"InvoiceDocumentReference":[{"ID":[{"_":"INV-26-000101"}],"UUID":[{"_":"A3N8Q1ZC7W5M2K9TB4X6R0HDV2"}]}]}]',
    )
  })

  test('says NA of an original from before e-invoices', () => {
    const { invoice } = built(anInvoice({ type: '04', originals: [{ number: 'INV-23-000007', uuid: null }] }))
    expect(valueAt(invoice, 'BillingReference.InvoiceDocumentReference.UUID')).toBe('NA')
  })

  test('has no empty reference, and our own stands beside the original', () => {
    const { text } = built(anInvoice({ type: '03', originals: [original], billReference: 'DN-7' }))
    expect(text).toContain('{"AdditionalDocumentReference":[{"ID":[{"_":"DN-7"}]}]}')
    expect(text).not.toContain('[{}]')
  })
})

describe('a foreign currency', () => {
  test('has its rate exactly', () => {
    const { text, invoice } = built(anInvoice({ currency: 'USD', exchangeRate: '4.7200' }))
    expect(text).toContain('"CalculationRate":[{"_":4.72}]')
    expect(valueAt(invoice, 'TaxExchangeRate.SourceCurrencyCode')).toBe('USD')
    expect(valueAt(invoice, 'TaxExchangeRate.TargetCurrencyCode')).toBe('MYR')
    expect(valueAt(invoice, 'TaxCurrencyCode')).toBe('USD')
  })

  test('has a rate, and ringgit has none', () => {
    expect(() => built(anInvoice({ currency: 'USD' }))).toThrow(RangeError)
    expect(built(anInvoice({ exchangeRate: '1' })).text).not.toContain('TaxExchangeRate')
  })
})

describe('each of the eight kinds', () => {
  test('has the structure that the portal knows', () => {
    for (const document of oneOfEach()) {
      expect(structureFaults(buildDocument(document))).toEqual([])
      expect(faultsIn(document)).toEqual([])
      expect(valueAt(built(document).invoice, 'InvoiceTypeCode')).toBe(document.type)
    }
  })

  test('has the real seller and the real buyer, also where the buyer issues it', () => {
    const { invoice } = built(anInvoice({ type: '11', number: 'SC-0042', supplier: trainer, buyer: school }))
    const name = (side: string) => valueAt(invoice, `${side}.Party.PartyLegalEntity.RegistrationName`)
    expect(name('AccountingSupplierParty')).toBe('Somchai Contoh')
    expect(name('AccountingCustomerParty')).toBe('Tadika Contoh Sdn Bhd')
    expect(valueAt(invoice, 'ID')).toBe('SC-0042')
    expect(valueAt(invoice, 'AccountingCustomerParty.Party.IndustryClassificationCode')).toBeUndefined()
  })
})

test('a discount stands on its line, before the tax', () => {
  const line = fee(240_000, {
    discount: { sen: 24_000, reason: 'Sibling discount' },
    amountSen: 216_000,
    taxes: [sixPercent(216_000)],
  })
  const { text, invoice } = built(anInvoice({ lines: [line] }))
  expect(text).toContain('"ChargeIndicator":[{"_":false}],"AllowanceChargeReason":[{"_":"Sibling discount"}]')
  expect(valueAt(invoice, 'InvoiceLine.AllowanceCharge.Amount')).toBe(240)
  expect(valueAt(invoice, 'InvoiceLine.LineExtensionAmount')).toBe(2160)
  expect(valueAt(invoice, 'InvoiceLine.ItemPriceExtension.Amount')).toBe(2400)
  expect(valueAt(invoice, 'LegalMonetaryTotal.TaxExclusiveAmount')).toBe(2160)
})

test('two classifications of a line keep their order', () => {
  const { text } = built(anInvoice({ lines: [fee(100, { classifications: ['022', '010'] })] }))
  expect(text).toMatch(/"_":"022","listID":"CLASS".*"_":"010","listID":"CLASS"/)
})

test('elements are in the order of UBL, and the same input gives the same bytes', () => {
  const document = anInvoice({
    period: { from: '2026-12-01', to: '2026-12-31', frequency: 'Monthly' },
    billReference: 'BILL-1',
    paymentMode: '03',
    prepaid: { sen: 100, on: '2026-11-01', reference: 'D1' },
    currency: 'SGD',
    exchangeRate: '3.2',
  })
  expect(Object.keys(built(document).invoice)).toEqual([
    'ID',
    'IssueDate',
    'IssueTime',
    'InvoiceTypeCode',
    'DocumentCurrencyCode',
    'TaxCurrencyCode',
    'InvoicePeriod',
    'BillingReference',
    'AccountingSupplierParty',
    'AccountingCustomerParty',
    'PaymentMeans',
    'PrepaidPayment',
    'TaxExchangeRate',
    'TaxTotal',
    'LegalMonetaryTotal',
    'InvoiceLine',
  ])
  expect(documentText(buildDocument(document))).toBe(documentText(buildDocument(structuredClone(document))))
  expect(totalsOf(document).payable).toBe(230_900)
})
