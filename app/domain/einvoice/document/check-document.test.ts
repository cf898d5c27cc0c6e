import { describe, expect, test } from 'vitest'
import { checkDocument } from './check-document.ts'
import type { EInvoice, Party } from './document.ts'
import { generalPublic, generalPublicSupplier } from './general-public.ts'
import { localFaultCodes } from './local-faults.ts'
import {
  anInvoice,
  built,
  faultsIn,
  fee,
  oneOfEach,
  parent,
  school,
  sixPercent,
  trainer,
  valueAt,
} from './test-support.ts'

const withBuyer = (over: Partial<Party>) => faultsIn(anInvoice({ buyer: { ...parent, ...over } }))
const withSupplier = (over: Partial<Party>) => faultsIn(anInvoice({ supplier: { ...school, ...over } }))
const brn = (value: string) => ({ type: 'BRN' as const, value })
const pooled = (over: Partial<EInvoice> = {}) =>
  anInvoice({ buyer: generalPublic, lines: [fee(100, { classifications: ['004'] })], ...over })

test('a good document of each kind has no fault', () => {
  for (const document of oneOfEach()) expect([document.type, faultsIn(document)]).toEqual([document.type, []])
  expect(faultsIn(pooled())).toEqual([])
})

test('a fault says where, and each code is in the list', () => {
  const [fault] = checkDocument(anInvoice({ buyer: { ...parent, name: 'x'.repeat(301) } }))
  expect(fault).toEqual({
    step: 'local',
    code: 'buyer.name_length',
    text: '301 > 300',
    text_my: null,
    path: 'Invoice.AccountingCustomerParty.Party.PartyLegalEntity.RegistrationName',
  })
  expect(localFaultCodes).toContain(fault!.code)
  expect(new Set(localFaultCodes).size).toBe(localFaultCodes.length)
})

describe('general numbers', () => {
  test('010 with NA beside it is for consolidated documents alone', () => {
    expect(withBuyer({ id: brn('NA') })).toEqual([
      'buyer.name_public',
      'buyer.state',
      'line.classification_consolidated',
    ])
    expect(faultsIn(pooled({ lines: [fee(100)] }))).toEqual(['line.classification_consolidated'])
  })

  test('004 is for no other document', () => {
    expect(faultsIn(anInvoice({ lines: [fee(100, { classifications: ['004'] })] }))).toEqual([
      'line.classification_consolidated',
    ])
  })

  test('010 is for no company, and for a card', () => {
    expect(withBuyer({ id: brn('202001234567') })).toEqual(['buyer.tin_public'])
    expect(faultsIn(anInvoice({ lines: [fee(100, { classifications: ['002'] })] }))).toEqual([])
  })

  test('020 is no supplier, 030 no buyer, and the issuer has none', () => {
    const selfBilled = (tin: string) =>
      faultsIn(anInvoice({ type: '11', supplier: { ...trainer, tin }, buyer: school }))
    expect(selfBilled('EI00000000030')).toEqual([])
    expect(selfBilled('EI00000000020')).toContain('supplier.tin_role')
    expect(selfBilled('EI00000000040')).toContain('supplier.tin_role')
    const abroad = { id: { type: 'PASSPORT', value: 'A1234567' } } as const
    expect(withBuyer({ ...abroad, tin: 'EI00000000020' })).toEqual([])
    expect(withBuyer({ ...abroad, tin: 'EI00000000030' })).toEqual(['buyer.tin_role'])
    expect(withSupplier({ tin: 'EI00000000010' })).toContain('supplier.tin_role')
  })

  test.each([
    ['BRN', []],
    ['NRIC', ['buyer.id']],
    ['PASSPORT', ['buyer.id']],
    ['ARMY', ['buyer.id']],
  ] as const)('beside one NA stands for a company’s number, no person’s: %s', (type, faults) => {
    expect(withBuyer({ tin: 'EI00000000020', id: { type, value: 'NA' } })).toEqual(faults)
  })

  test('a company’s number of twelve digits has a kind from 01 to 06', () => {
    const company = (kind: string) => withBuyer({ tin: 'C1234567890', id: brn(`2020${kind}234567`) })
    for (const kind of ['01', '06']) expect(company(kind)).toEqual([])
    for (const kind of ['00', '07', '09']) expect(company(kind)).toEqual(['buyer.id_form'])
  })
})

describe('nobody in particular', () => {
  test('has exactly the guideline’s values', () => {
    const { text, invoice } = built(pooled())
    const at = (path: string) => valueAt(invoice, `AccountingCustomerParty.Party.${path}`)
    expect(at('PartyLegalEntity.RegistrationName')).toBe('General Public')
    expect(at('PostalAddress.CountrySubentityCode')).toBe('17')
    expect(at('PostalAddress.AddressLine.Line')).toBe('NA')
    expect(at('Contact.Telephone')).toBe('NA')
    expect(at('PostalAddress.PostalZone')).toBeUndefined()
    expect(at('Contact.ElectronicMail')).toBeUndefined()
    expect(text).not.toContain('00000"}')
    expect(text).toContain('{"ID":[{"_":"NA","schemeID":"BRN"}]}')
  })

  test('has no other name, no state and no postcode of zeros', () => {
    const as = (over: Partial<Party>) => faultsIn(pooled({ buyer: { ...generalPublic, ...over } }))
    expect(as({ name: "Consolidated Buyer's" })).toEqual(['buyer.name_public'])
    expect(as({ address: { ...generalPublic.address, state: '10' } })).toEqual(['buyer.state'])
    expect(as({ address: { ...generalPublic.address, postcode: '00000' } })).toEqual(['buyer.postcode'])
  })

  test('can be the supplier of a self-billed document', () => {
    const lines = [fee(100, { classifications: ['004'] })]
    const document = anInvoice({ type: '11', supplier: generalPublicSupplier, buyer: school, lines })
    expect(faultsIn(document)).toEqual([])
    expect(faultsIn({ ...document, lines: [fee(100)] })).toEqual(['line.classification_consolidated'])
  })
})

describe('places', () => {
  const at = (over: Partial<Party['address']>) => withBuyer({ address: { ...parent.address, ...over } })

  test.each([
    ['SGP', '01', ['buyer.state_country']],
    ['SGP', '17', []],
    ['MYS', '17', ['buyer.state_country']],
    ['MYS', '00', ['buyer.state']],
    ['MYS', 'NA', ['buyer.state']],
    ['MYS', '', ['buyer.state']],
  ])('in %s with state %s', (country, state, faults) => {
    expect(at({ country, state })).toEqual(faults)
  })

  test('of 150 characters pass, of 151 do not', () => {
    expect(at({ lines: ['x'.repeat(150)] })).toEqual([])
    expect(at({ lines: ['x'.repeat(151)] })).toEqual(['buyer.address_length'])
    expect(at({ lines: ['NA'] })).toEqual(['buyer.address'])
    expect(at({ city: 'x'.repeat(51) })).toEqual(['buyer.city_length'])
    expect(at({ city: 'NA' })).toEqual(['buyer.city'])
  })
})

describe('numbers for tax', () => {
  test.each([
    ['NA', []],
    ['W10-1808-32000001', []],
    ['W10-1808-32000001;W10-1808-32000002', []],
    ['W10-1808-32000001;W10-1808-32000002;W10-1808-32000003', ['supplier.sst']],
    ['A-1;B-2;C-3', ['supplier.sst']],
    ['x'.repeat(35), []],
    ['x'.repeat(36), ['supplier.sst']],
    ['W10 1808', ['supplier.sst']],
  ])('service tax %s', (sst, faults) => expect(withSupplier({ sst })).toEqual(faults))

  test.each([
    ['199-8080-79-98', []],
    ['199/8080', ['supplier.ttx']],
    ['x'.repeat(18), ['supplier.ttx']],
  ])('tourism tax %s', (ttx, faults) => expect(withSupplier({ ttx })).toEqual(faults))
})

describe('what a business does', () => {
  test('is known of the issuer, and never 00000', () => {
    expect(withSupplier({ msic: undefined })).toEqual(['supplier.msic', 'supplier.activity'])
    expect(withSupplier({ msic: { code: '00000', activity: 'NA' } })).toEqual(['supplier.msic'])
    expect(withSupplier({ msic: { code: '99999', activity: 'School' } })).toEqual(['supplier.msic'])
  })

  test('may be unknown of a supplier from abroad, who then says NA', () => {
    const selfBilled = (supplier: Party) => faultsIn(anInvoice({ type: '11', supplier, buyer: school }))
    expect(selfBilled({ ...trainer, msic: { code: '00000', activity: 'Teaching' } })).toEqual([
      'supplier.activity',
    ])
    const malaysian = { ...trainer, tin: parent.tin, id: parent.id }
    expect(selfBilled(malaysian)).toEqual(['supplier.msic'])
    // who issues the document itself knows it, wherever it is
    const abroad = { ...school.address, state: '17', country: 'SGP' }
    expect(withSupplier({ address: abroad, msic: { code: '00000', activity: 'NA' } })).toEqual([
      'supplier.msic',
    ])
  })
})

describe('names and texts', () => {
  test('have 300 characters, counted as they are written', () => {
    expect(withBuyer({ name: 'x'.repeat(300) })).toEqual([])
    expect(withBuyer({ name: `${'x'.repeat(300)}\n ` })).toEqual([])
    expect(withBuyer({ name: '\u200b' })).toEqual(['buyer.name'])
    const described = (description: string) => faultsIn(anInvoice({ lines: [fee(100, { description })] }))
    expect(described('x'.repeat(301))).toEqual(['line.description_length'])
    expect(described('\n')).toEqual(['line.description'])
  })

  test('of numbers have 50', () => {
    expect(faultsIn(anInvoice({ number: 'x'.repeat(50) }))).toEqual([])
    expect(faultsIn(anInvoice({ number: 'x'.repeat(51) }))).toEqual(['document.number_length'])
    expect(faultsIn(anInvoice({ number: '' }))).toEqual(['document.number'])
    expect(faultsIn(anInvoice({ billReference: 'x'.repeat(151) }))).toEqual([
      'document.bill_reference_length',
    ])
  })
})

describe('a note', () => {
  const note = (originals: EInvoice['originals']) => faultsIn(anInvoice({ type: '02', originals }))
  const uuid = 'F3N8Q1ZC7W5M2K9TB4X6R0HDV1'

  test('names what it corrects', () => {
    expect(note(undefined)).toEqual(['document.originals'])
    expect(note([])).toEqual(['document.originals'])
    expect(note([{ number: 'INV-1', uuid: null }])).toEqual([])
    expect(note([{ number: '', uuid: null }])).toEqual(['document.original_number'])
    expect(note([{ number: 'INV-1', uuid: 'NA' }])).toEqual(['document.original_uuid'])
    expect(note([{ number: 'INV-1', uuid: uuid.toLowerCase() }])).toEqual(['document.original_uuid'])
  })

  test('is another kind than an invoice, which corrects nothing', () => {
    expect(faultsIn(anInvoice({ originals: [{ number: 'INV-1', uuid }] }))).toEqual([
      'document.originals_unexpected',
    ])
  })
})

describe('currency', () => {
  test.each([
    ['', undefined, ['document.currency', 'document.exchange_rate']],
    ['RM', undefined, ['document.currency', 'document.exchange_rate']],
    ['MYR', undefined, []],
    ['USD', undefined, ['document.exchange_rate']],
    ['USD', '0', ['document.exchange_rate']],
    ['USD', '1e3', ['document.exchange_rate']],
    ['USD', '-4.7', ['document.exchange_rate']],
    ['USD', '4.72', []],
  ])('%s at %s', (currency, exchangeRate, faults) => {
    expect(faultsIn(anInvoice({ currency, exchangeRate }))).toEqual(faults)
  })
})

describe('amounts', () => {
  const one = (over: Parameters<typeof fee>[1]) => faultsIn(anInvoice({ lines: [fee(10_000, over)] }))

  test('of nothing are not payable', () => {
    expect(faultsIn(anInvoice({ lines: [fee(0)] }))).toEqual(['document.payable'])
    expect(faultsIn(anInvoice({ lines: [fee(-100)] }))).toEqual(['document.payable'])
    expect(faultsIn(anInvoice({ lines: [] }))).toEqual(['document.lines', 'document.payable'])
  })

  test('add up on their line', () => {
    expect(one({ subTotalSen: 10_002 })).toEqual(['line.amount', 'line.amount'])
    expect(one({ amountSen: 9_999 })).toEqual(['line.amount', 'line.taxable'])
    expect(one({ taxes: [sixPercent(9_000)] })).toEqual(['line.taxable'])
    expect(one({ taxes: [{ ...sixPercent(10_000), taxSen: 590 }] })).toEqual(['line.tax_amount'])
    expect(one({ taxes: [{ type: '06', rateBp: 0, taxableSen: 10_000, taxSen: 1 }] })).toEqual([
      'line.tax_amount',
    ])
    expect(one({ taxes: [] })).toEqual(['line.tax'])
    expect(
      one({ discount: { sen: -1, reason: '' }, amountSen: 10_001, taxes: [sixPercent(10_001)] }),
    ).toEqual(['line.discount'])
  })

  test('may be rounded by a sen where the price is for parts', () => {
    expect(one({ quantityHundredths: 33, priceSen: 30_302 })).toEqual([])
  })

  test('of tax may be off by a sen', () => {
    const taxed = (taxSen: number) => one({ taxes: [{ ...sixPercent(10_000), taxSen }] })
    for (const taxSen of [599, 600, 601]) expect(taxed(taxSen)).toEqual([])
    for (const taxSen of [598, 602]) expect(taxed(taxSen)).toEqual(['line.tax_amount'])
  })

  test('of many receipts are never below nothing, on no line', () => {
    const lines = [200, -100].map((sen) => fee(sen, { classifications: ['004'] }))
    expect(faultsIn(pooled({ lines }))).toEqual(['line.negative'])
    expect(faultsIn(anInvoice({ lines: [fee(200), fee(-100)] }))).toEqual([])
  })

  test('that are exempt say why', () => {
    const exempt = (exemption?: string) => one({ taxes: [{ ...sixPercent(10_000, 'E'), exemption }] })
    expect(exempt('Student with a disability card (OKU)')).toEqual([])
    expect(exempt()).toEqual(['line.exemption'])
    expect(exempt('a <b>')).toEqual(['line.exemption'])
  })

  test('larger than a number can say are refused', () => {
    expect(faultsIn(anInvoice({ lines: [fee(1_000_000_000_000_000)] }))).toEqual(['document.amount_length'])
    expect(faultsIn(anInvoice({ lines: [fee(999_999_999_999_999), fee(1)] }))).toEqual([
      'document.amount_length',
    ])
    expect(faultsIn(anInvoice({ lines: [fee(10.5)] }))).toContain('document.amount_length')
  })

  test('that were paid before are not more than all, and not paid afterwards', () => {
    const prepaid = (sen: number, on = '2026-11-28') =>
      faultsIn(anInvoice({ lines: [fee(50_000)], prepaid: { sen, on, reference: 'RCP-1' } }))
    expect(prepaid(10_000)).toEqual([])
    expect(prepaid(50_000)).toEqual([])
    expect(prepaid(50_001)).toEqual(['document.prepaid'])
    expect(prepaid(0)).toEqual(['document.prepaid'])
    expect(prepaid(10_000, '2026-12-02')).toEqual(['document.prepaid'])
    expect(faultsIn(anInvoice({ roundingSen: 3 }))).toEqual(['document.rounding'])
  })

  test.each([
    ['2026-11-30T16:00:00.000Z', []],
    ['2026-11-30T15:59:59.999Z', ['document.prepaid']],
  ])('that were paid on 1 December, in a document of %s by its day in Malaysia', (at, faults) => {
    const prepaid = { sen: 10_000, on: '2026-12-01', reference: 'RCP-1' }
    const document = anInvoice({ issuedAt: new Date(at), lines: [fee(50_000)], prepaid })
    expect(faultsIn(document)).toEqual(faults)
  })
})

describe('codes', () => {
  const one = (over: Parameters<typeof fee>[1]) => faultsIn(anInvoice({ lines: [fee(10_000, over)] }))

  test('are the portal’s', () => {
    expect(one({ classifications: [] })).toEqual(['line.classification'])
    expect(one({ classifications: ['046'] })).toEqual(['line.classification_unknown'])
    expect(one({ classifications: ['010', '010'] })).toEqual(['line.classification_unknown'])
    expect(one({ unit: 'piece' })).toEqual(['line.unit'])
    expect(one({ unit: 'MON' })).toEqual([])
    expect(one({ quantityHundredths: 0 })).toContain('line.quantity')
    expect(one({ taxes: [{ ...sixPercent(10_000), type: '07' as never }] })).toEqual(['line.tax_type'])
    expect(faultsIn(anInvoice({ paymentMode: '09' }))).toEqual(['document.payment_mode'])
    expect(faultsIn(anInvoice({ version: '1.2' as never }))).toEqual(['document.version'])
  })

  test('and days of a period are days, in order', () => {
    const period = (from: string, to: string, frequency = 'Monthly') =>
      faultsIn(anInvoice({ period: { from, to, frequency } }))
    expect(period('2026-12-01', '2026-12-31')).toEqual([])
    expect(period('2026-12-31', '2026-12-01')).toEqual(['document.period'])
    expect(period('', '2026-13-01')).toEqual(['document.period'])
    expect(period('2026-12-01', '2026-12-31', 'Term')).toEqual(['document.frequency'])
    expect(faultsIn(anInvoice({ issuedAt: new Date(Number.NaN) }))).toContain('document.issued_at')
  })
})
