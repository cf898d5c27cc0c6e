import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everybody, parent, type Sample, sample, school } from './samples.fixture.ts'
import { type Desk, openDesk } from './test-support.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({
    taxpayers: [
      { tin: school.tin, name: school.name, idType: 'BRN', idValue: school.id },
      { tin: 'IG12345678901', name: 'Aminah', idType: 'NRIC', idValue: '850101995678' },
      {
        tin: 'C2222222220',
        name: 'Old Number Sdn Bhd',
        idType: 'BRN',
        idValue: '199901000001',
        outdated: true,
      },
    ],
    switches: { limited: false },
  })
})
afterAll(() => desk.close())

let count = 0
const next = (given: Partial<Parameters<typeof sample>[0]> = {}) =>
  sample({ number: `V-${++count}`, at: desk.now(), ...given })
const changed = (change: (invoice: Sample) => void, given: Partial<Parameters<typeof sample>[0]> = {}) => {
  const document = next(given)
  change(document.Invoice[0])
  return document
}
const codesOf = async (document: Sample) => (await desk.validated(document)).codes

test('a right document is valid after its time, and has its long id then', async () => {
  const { body } = await desk.submit([next()])
  const [{ uuid }] = body.acceptedDocuments
  const read = async () => (await desk.call('GET', `documents/${uuid}/details`)).body
  desk.wait(1_999)
  expect(await read()).toMatchObject({ status: 'Submitted', longId: '', dateTimeValidated: null })
  desk.wait(1)
  const { status, longId, validationResults } = await read()
  expect([status, validationResults.status]).toEqual(['Valid', 'Valid'])
  expect(longId).toMatch(/^[0-9A-Z]{42}$/)
  expect(validationResults.validationSteps.map(({ name }: { name: string }) => name)).toEqual([
    'Step03-Duplicated Submission Validator',
    'Step04-Code Field Validator',
    'Step05-Taxpayer Profile Validator',
    'Step06-Document References Validator',
    'Step07-Document Currency Validator',
  ])
})

test('what is wrong is said by its step, in English and Malay, around what is wrong within', async () => {
  const { steps } = await desk.validated(next({ buyer: { ...parent, tin: 'IG99999999999' } }))
  expect(steps.map(({ status }) => status)).toEqual(['Valid', 'Valid', 'Invalid', 'Valid', 'Valid'])
  expect(steps[2]?.error).toEqual({
    ...{ propertyName: null, propertyPath: null, errorCode: 'Error05' },
    error: 'Step05-Invalid Taxpayer Profile Validator',
    errorMs: 'Step05-Pengesah Profil Pembayar Cukai Tidak Sah',
    innerError: [
      {
        propertyName: 'CustomerTin',
        propertyPath: 'document.Invoice.AccountingCustomerParty.Party.PartyIdentification.ID',
        errorCode: 'ERR406',
        error: 'Buyer TIN is invalid. Kindly use the Search TIN function to get the correct TIN',
        errorMs: 'TIN pembeli tidak sah. Sila gunakan fungsi Carian TIN untuk mendapatkan TIN yang betul',
        innerError: null,
      },
    ],
  })
})

describe('duplicates', () => {
  test('are two that agree in all five attributes within two hours', async () => {
    const at = desk.now()
    const first = await desk.validated(next({ number: 'TWIN', at }))
    // the same bytes would be a submission that came in already
    const twin = (given: object) =>
      desk.validated(sample({ number: 'TWIN', at, total: 100 + ++count, ...given }))
    const second = await twin({})
    expect(second.codes).toEqual(['DV302'])
    expect(second.steps[0]?.error?.innerError?.[0]?.error).toBe(
      `Duplicated submitted document with UUID ${second.uuid} where the values of configured attributes match with values for the document with UUID: ${first.uuid}`,
    )
    expect((await twin({ version: '1.0', at: new Date(at.getTime() + 1_000) })).codes).toEqual([])
    desk.wait(2 * 3_600_000 + 1)
    await desk.signIn()
    expect((await twin({})).codes).toEqual([])
  })

  test('bear the older code by switch, and one that was refused is none', async () => {
    await desk.control('switches', { duplicateCode: 'DS302' })
    const at = desk.now()
    await desk.validated(sample({ number: 'OLD', at, total: 1 }))
    expect(await codesOf(sample({ number: 'OLD', at, total: 2 }))).toEqual(['DS302'])
    await desk.control('switches', { duplicateCode: 'DV302' })
    await desk.validated(sample({ number: 'BAD', at, buyer: { ...parent, tin: 'IG99999999999' } }))
    expect(await codesOf(sample({ number: 'BAD', at }))).toEqual([])
  })
})

describe('codes', () => {
  const state = (code: string, country = 'MYS') => ({ buyer: { ...parent, state: code, country } })
  test.each<[string, object, string[]]>([
    ['00 is no state', state('00'), ['CV302']],
    ['NA is no state', state('NA'), ['CV302']],
    ['a state of ours in Singapore', state('01', 'SGP'), ['CV316']],
    ['17 abroad', state('17', 'SGP'), []],
    ['17 at home', state('17'), ['CV317']],
    ['an unknown country', state('17', 'XXX'), ['CV302']],
    ['an unknown classification', { classification: '046' }, ['CV302']],
  ])('%s', async (_, given, codes) => {
    expect(await codesOf(next(given))).toEqual(codes)
  })

  test.each<[string, (invoice: Sample) => void]>([
    [
      'tax',
      (i) => {
        i.TaxTotal[0].TaxSubtotal[0].TaxCategory[0].ID[0]._ = '07'
      },
    ],
    [
      'payment',
      (i) => {
        i.PaymentMeans[0].PaymentMeansCode[0]._ = '09'
      },
    ],
    [
      'unit',
      (i) => {
        i.InvoiceLine[0].InvoicedQuantity[0].unitCode = 'piece'
      },
    ],
    [
      'MSIC',
      (i) => {
        i.AccountingSupplierParty[0].Party[0].IndustryClassificationCode[0]._ = '99999'
      },
    ],
  ])('an unknown code of %s', async (_, change) => {
    expect(await codesOf(changed(change))).toEqual(['CV302'])
  })

  test('are told by list and starred path', async () => {
    const { steps } = await desk.validated(next(state('NA')))
    expect(steps[1]?.error?.innerError?.[0]).toMatchObject({
      error: 'ItemCode NA does not exist in CodeType State Codes',
      propertyPath:
        '$.Invoice[*].AccountingCustomerParty[*].Party[*].PostalAddress[*].CountrySubentityCode[*]._',
    })
  })
})

describe('taxpayers', () => {
  const buyer = (change: object, more: object = {}) => ({ buyer: { ...parent, ...change }, ...more })
  test.each<[string, object, string[]]>([
    ['the general public by MyKad', {}, []],
    ['TIN and MyKad of one person', buyer({ tin: 'IG12345678901' }), []],
    ['TIN with another’s MyKad', buyer({ tin: 'IG12345678901', id: '900202991111' }), ['ERR206']],
    ['TIN alone', buyer({ tin: 'IG12345678901', id: '000000000000' }), []],
    ['a TIN that is nobody’s', buyer({ tin: 'IG99999999999', id: '000000000000' }), ['ERR406']],
    [
      'a company whose number changed',
      buyer({ tin: 'C2222222220', type: 'BRN', id: '199901000001' }),
      ['ERR207'],
    ],
    ['NA beside a real TIN', buyer({ tin: 'C2222222220', type: 'BRN', id: 'NA' }), ['ERR207']],
    ['010 with a company number', buyer({ type: 'BRN', id: '202001234567' }), ['ERR237']],
    ['010 without an identity, not consolidated', buyer({ ...everybody }), ['ERR236']],
    ['consolidated', { buyer: everybody, classification: '004' }, []],
    [
      'consolidated under another name',
      { buyer: { ...everybody, name: 'Buyers' }, classification: '004' },
      ['ERR237'],
    ],
    ['004 for a person', { classification: '004' }, ['ERR238']],
    ['a company number as MyKad', buyer({ id: '200199145678' }), ['ERR206']],
    ['a foreigner by passport', buyer({ tin: 'EI00000000020', type: 'PASSPORT', id: 'A1234567' }), []],
    ['a foreigner without passport', buyer({ tin: 'EI00000000020', type: 'PASSPORT', id: 'NA' }), ['ERR205']],
    ['a resident as foreigner', buyer({ tin: 'EI00000000020' }), ['ERR239']],
    ['030 for a buyer', buyer({ tin: 'EI00000000030', type: 'BRN', id: 'NA' }), ['ERR209']],
    ['the government', buyer({ tin: 'EI00000000040', type: 'BRN', id: 'NA' }), []],
  ])('%s', async (_, given, codes) => {
    expect(await codesOf(next(given))).toEqual(codes)
  })

  test.each<[string, string, string[]]>([
    ['030', 'EI00000000030', []],
    ['020', 'EI00000000020', ['ERR208']],
    ['040', 'EI00000000040', ['ERR211']],
  ])('a foreign trainer of a self-billed document is %s', async (_, tin, codes) => {
    const supplier = { ...parent, tin, type: 'PASSPORT', id: 'A1234567' }
    expect(await codesOf(next({ type: '11', supplier, buyer: school }))).toEqual(codes)
  })

  test('rules have their days', async () => {
    await desk.control('switches', { rules: { residentsArePublic: '2026-12-01', naBesideTin: '2026-12-01' } })
    expect(await codesOf(next(buyer({ tin: 'EI00000000020' })))).toEqual([])
    expect(await codesOf(next(buyer({ tin: 'C2222222220', type: 'BRN', id: 'NA' })))).toEqual([])
    await desk.control('switches', { rules: { residentsArePublic: '2026-09-07', naBesideTin: '2026-08-01' } })
  })

  test('where the register is open, strangers are believed but for some', async () => {
    await desk.control('switches', { openRegister: true })
    expect(await codesOf(next(buyer({ tin: 'IG45678901230' })))).toEqual([])
    expect(await codesOf(next(buyer({ tin: 'IG98678901230', id: '850101995678' })))).toEqual(['ERR206'])
    expect(await codesOf(next(buyer({ tin: 'IG99678901230' })))).toEqual(['ERR406'])
    await desk.control('switches', { openRegister: false })
  })
})

describe('references', () => {
  const note = (uuid: string, type = '02') => codesOf(next({ type, corrects: [uuid] }))

  test('lead to a valid document of the same issuer and family', async () => {
    const valid = await desk.validated(next())
    const invalid = await desk.validated(next({ classification: '004' }))
    expect(await note(valid.uuid)).toEqual([])
    expect(await note('NA')).toEqual([])
    expect(await note('A'.repeat(26))).toEqual(['DR301'])
    const { steps } = await desk.validated(next({ type: '03', corrects: [invalid.uuid, 'NA'] }))
    expect(steps[3]?.error?.innerError?.[0]).toMatchObject({
      errorCode: 'DR303',
      error: `The status of referenced document uuid ${invalid.uuid} is Invalid`,
    })
    const selfBilled = { type: '12', supplier: parent, buyer: school, corrects: [valid.uuid] }
    expect(await codesOf(next(selfBilled))).toContain('DR304')
  })
})

describe('currencies', () => {
  const inDollars = (change: (invoice: Sample) => void) => {
    const text = JSON.stringify(next()).replaceAll('"currencyID":"MYR"', '"currencyID":"USD"')
    const document = JSON.parse(
      text.replace('"DocumentCurrencyCode":[{"_":"MYR"', '"DocumentCurrencyCode":[{"_":"USD"'),
    )
    const [invoice] = document.Invoice
    invoice.TaxCurrencyCode[0]._ = 'USD'
    invoice.TaxExchangeRate = [
      {
        SourceCurrencyCode: [{ _: 'USD' }],
        TargetCurrencyCode: [{ _: 'MYR' }],
        CalculationRate: [{ _: 4.2 }],
      },
    ]
    change(invoice)
    return document
  }
  test.each<[string, (invoice: Sample) => void, string[]]>([
    ['dollars with a rate', () => {}, []],
    [
      'dollars without',
      (i) => {
        delete i.TaxExchangeRate
      },
      ['DC511'],
    ],
    [
      'a rate the wrong way',
      (i) => {
        i.TaxExchangeRate[0].SourceCurrencyCode[0]._ = 'MYR'
      },
      ['DC512'],
    ],
    [
      'a rate of nothing',
      (i) => {
        i.TaxExchangeRate[0].CalculationRate[0]._ = 0
      },
      ['DC512'],
    ],
    [
      'one amount in ringgit',
      (i) => {
        i.LegalMonetaryTotal[0].PayableAmount[0].currencyID = 'MYR'
      },
      ['DC502'],
    ],
    [
      'tax in another currency',
      (i) => {
        i.TaxTotal[0].TaxAmount[0].currencyID = 'MYR'
      },
      ['DC501'],
    ],
  ])('%s', async (_, change, codes) => {
    expect(await codesOf(inDollars(change))).toEqual(codes)
  })

  test('a rate beside ringgit is refused by switch', async () => {
    const document = () =>
      changed((invoice) => {
        invoice.TaxExchangeRate = [
          {
            SourceCurrencyCode: [{ _: 'MYR' }],
            TargetCurrencyCode: [{ _: 'MYR' }],
            CalculationRate: [{ _: 1 }],
          },
        ]
      })
    expect(await codesOf(document())).toEqual([])
    await desk.control('switches', { rateForRinggit: 'refused' })
    expect(await codesOf(document())).toEqual(['DC513'])
  })
})
