import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everybody, parent, type Sample, sample, school } from './samples.fixture.ts'
import { type Desk, envelope, openDesk } from './test-support.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ switches: { limited: false } })
})
afterAll(() => desk.close())

let count = 0
const next = (given: Partial<Parameters<typeof sample>[0]> = {}) =>
  sample({ number: `S-${++count}`, at: desk.now(), ...given })
const post = (body: unknown) => desk.call('POST', 'documentsubmissions', body)

test('takes in what is right and says of each other one what is wrong', async () => {
  const wrong = next()
  delete wrong.Invoice[0].DocumentCurrencyCode
  const { status, body } = await desk.submit([next({ number: 'GOOD' }), wrong])
  expect(status).toBe(202)
  expect(body.submissionUid).toMatch(/^[0-9A-Z]{26}$/)
  expect(body.acceptedDocuments).toEqual([
    { uuid: expect.stringMatching(/^[0-9A-Z]{26}$/), invoiceCodeNumber: 'GOOD' },
  ])
  const { error } = body.rejectedDocuments[0]
  expect([error.code, error.message]).toEqual([null, 'Validation Error'])
  expect(error.details).toEqual([
    {
      ...{ code: 'CF378', message: 'Invoice currency code is required', target: 'CurrencyCode' },
      ...{ propertyPath: 'Invoice.DocumentCurrencyCode', details: null },
    },
  ])
})

test('answers 202 without a submission when all are refused', async () => {
  const { status, body } = await desk.submit([next({ total: 0 })])
  expect([status, body.submissionUid, body.acceptedDocuments]).toEqual([202, null, []])
  expect(body.rejectedDocuments[0].error.details[0].propertyPath).toBe(
    'Invoice.LegalMonetaryTotal.PayableAmount',
  )
})

describe('the request', () => {
  test.each([
    ['that is no JSON', '{"documents": [', 400, 'ValidationError'],
    ['without documents', { documents: [] }, 400, 'ValidationError'],
    ['with a field missing', { documents: [{ format: 'JSON', document: 'e30=' }] }, 400, 'BadStructure'],
    ['in XML', { documents: [{ ...envelope('{}', 'x'), format: 'XML' }] }, 400, 'BadStructure'],
    [
      'of 101 documents',
      { documents: Array.from({ length: 101 }, () => envelope('{}', 'x')) },
      ...([400, 'MaximumSizeExceeded'] as const),
    ],
    [
      'with a document above 300 kB',
      { documents: [envelope(JSON.stringify('x'.repeat(230_401)), 'x')] },
      ...([400, 'MaximumSizeExceeded'] as const),
    ],
    [
      'above 5 MB',
      { documents: Array.from({ length: 30 }, () => envelope('x'.repeat(200_000), 'x')) },
      ...([400, 'MaximumSizeExceeded'] as const),
    ],
    ['with a document that is no object', { documents: [envelope('"{}"', 'x')] }, 400, 'ValidationError'],
  ])('%s is refused as a whole', async (_, body, status, code) => {
    const answer = await post(body)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })

  test('says in what it refuses by which id to ask', async () => {
    const answer = await post({ documents: [envelope('"{}"', 'x')] })
    const [detail] = answer.body.error.details
    expect(detail.message).toContain(`Correlation Id: ${answer.headers.get('correlationid')}`)
  })

  test('is refused without its content type, and takes a path with and without a slash', async () => {
    const headers = { authorization: `Bearer ${desk.token}` }
    const bare = await desk.send('/api/v1.0/documentsubmissions', { method: 'POST', headers, body: '{}' })
    expect(bare.status).toBe(415)
    expect((await desk.call('POST', 'documentsubmissions/', { documents: [] })).status).toBe(400)
  })

  test('of another taxpayer is refused as a whole, also where one of many is', async () => {
    const other = next({ supplier: { ...school, tin: 'C9876543210' } })
    const { status, body } = await desk.submit([next(), other])
    expect(status).toBe(400)
    expect(body.error.details[0].message).toBe('The authenticated TIN and documents TIN is not matching')
    // the buyer is the issuer of a self-billed document
    expect((await desk.submit([next({ type: '11', supplier: parent, buyer: school })])).status).toBe(202)
    expect((await desk.submit([next({ type: '11' })])).status).toBe(400)
  })

  test('of a sole proprietor is known by MyKad: with NA as company number it is another taxpayer’s', async () => {
    const owner = { name: 'Encik Tunggal', tin: 'IG12345678900', type: 'NRIC' as const, id: '850101995670' }
    await desk.control('taxpayers', { tin: owner.tin, name: owner.name, idType: 'NRIC', idValue: owner.id })
    await desk.control('clients', { tin: owner.tin, clientId: 'owner', secrets: ['own'] })
    const { body } = await desk.login({ client_id: 'owner', client_secret: 'own' })
    const sent = (supplier: object) =>
      desk.submit([next({ supplier: { ...owner, ...supplier } })], body.access_token)
    const refused = await sent({ type: 'BRN', id: 'NA' })
    expect([refused.status, refused.body.error.details[0].message]).toEqual([
      ...[400, 'The authenticated TIN and documents TIN is not matching'],
    ])
    expect((await sent({})).status).toBe(202)
  })

  test('that came in within ten minutes is refused with the time to wait, then taken', async () => {
    const documents = [next()]
    expect((await desk.submit(documents)).status).toBe(202)
    desk.wait(240_000)
    const again = await desk.submit(documents)
    expect([again.status, again.body.error.code, again.headers.get('retry-after')]).toEqual([
      ...[422, 'DuplicateSubmission', '360'],
    ])
    desk.wait(360_000)
    expect((await desk.submit(documents)).status).toBe(202)
  })
})

describe('hashes', () => {
  const one = (change: object) =>
    post({ documents: [{ ...envelope(JSON.stringify(next()), `S-${count}`), ...change }] })
  const message = async (change: object) =>
    (await one(change)).body.rejectedDocuments[0]?.error.details[0].message

  test('are of the bytes, in hexadecimal', async () => {
    expect((await one({})).body.acceptedDocuments).toHaveLength(1)
    const text = JSON.stringify(next())
    const { documentHash } = envelope(text, '')
    expect(await message({ documentHash })).toBe('Document hash is not valid.')
    const base64 = Buffer.from(documentHash, 'hex').toString('base64')
    expect(await message({ documentHash: base64 })).toBe('Document hash is not valid.')
  })
})

describe('structure', () => {
  const faults = async (change: (invoice: Sample, document: Sample) => void, control: object = {}) => {
    await desk.control('switches', control)
    const document = next()
    change(document.Invoice[0], document)
    const { body } = await desk.submit([document])
    return body.rejectedDocuments?.[0]?.error ?? body
  }

  test('is told in the words of the portal’s library, nested, without a code', async () => {
    const error = await faults((invoice) => {
      invoice.BillingReference = ['a']
    })
    expect(error.code).toBe('3')
    expect(error.details).toEqual([
      {
        code: null,
        message:
          'ArrayItemNotValid: #/Invoice[0]\n{\n  ArrayItemNotValid: #/Invoice[0].BillingReference[0]\n  {\n    ObjectExpected: #/Invoice[0].BillingReference[0]\n  }\n  \n}\n',
        ...{ target: '[0]', propertyPath: '#/Invoice[0]', details: null },
      },
    ])
  })

  test.each<[string, (invoice: Sample, document: Sample) => void, string]>([
    [
      'an amount as text',
      (invoice) => {
        invoice.InvoiceLine[0].Price[0].PriceAmount[0]._ = '2310.00'
      },
      'NumberExpected: #/Invoice[0].InvoiceLine[0].Price[0].PriceAmount[0]._',
    ],
    [
      'no list',
      (invoice) => {
        invoice.DocumentCurrencyCode = { _: 'MYR' }
      },
      'ArrayExpected: #/Invoice[0].DocumentCurrencyCode',
    ],
    [
      'an empty list',
      (invoice) => {
        invoice.UBLExtensions = []
      },
      'TooFewItems: #/Invoice[0].UBLExtensions',
    ],
    [
      'a name that is unknown',
      (invoice) => {
        invoice.Colour = [{ _: 'red' }]
      },
      'NoAdditionalPropertiesAllowed: #/Invoice[0].Colour',
    ],
    [
      'a signature at the root',
      (_, document) => {
        document.Signature = []
      },
      'NoAdditionalPropertiesAllowed: #/Signature',
    ],
    [
      'two invoices',
      (invoice, document) => {
        document.Invoice.push(invoice)
      },
      'TooManyItems: #/Invoice',
    ],
    [
      'no lines',
      (invoice) => {
        delete invoice.InvoiceLine
      },
      'PropertyRequired: #/Invoice[0].InvoiceLine',
    ],
    [
      'an amount without currency',
      (invoice) => {
        delete invoice.TaxTotal[0].TaxAmount[0].currencyID
      },
      'PropertyRequired: #/Invoice[0].TaxTotal[0].TaxAmount[0].currencyID',
    ],
    [
      'nothing',
      (invoice) => {
        invoice.IssueTime[0]._ = null
      },
      'StringExpected: #/Invoice[0].IssueTime[0]._',
    ],
    [
      'an empty date',
      (invoice) => {
        invoice.InvoicePeriod[0].StartDate[0]._ = ''
      },
      'DateExpected: #/Invoice[0].InvoicePeriod[0].StartDate[0]._',
    ],
    [
      'an empty time',
      (invoice) => {
        invoice.PrepaidPayment = [{ PaidTime: [{ _: '' }] }]
      },
      'TimeExpected: #/Invoice[0].PrepaidPayment[0].PaidTime[0]._',
    ],
  ])('%s', async (_, change, message) => {
    expect(
      (await faults(change)).details.map((detail: { message: string }) => detail.message).join('\n'),
    ).toContain(message)
  })

  test('lets empty dates pass before mid-August 2026', async () => {
    const empty = (invoice: Sample) => {
      invoice.InvoicePeriod[0].StartDate[0]._ = ''
    }
    const body = await faults(empty, { rules: { emptyDates: '2026-12-01' } })
    expect(body.acceptedDocuments).toHaveLength(1)
    await desk.control('switches', { rules: { emptyDates: '2026-08-15' } })
  })

  test('is told by switch also by the portal’s own language, or of the whole request', async () => {
    const wrong = (invoice: Sample) => {
      invoice.BillingReference = ['a']
    }
    const { details } = await faults(wrong, { dotNetText: true })
    expect(details[1].message).toMatch(
      /could not be converted .*UBLJsonDocument\+BillingReference\. Path: \$\.Invoice\[0\]\.BillingReference\[0\]/,
    )
    const { error } = await faults(wrong, { dotNetText: false, structureAs: 'request' })
    expect(error.details[0].message).toMatch(/^Invalid structured submission\./)
    await desk.control('switches', { structureAs: 'rejected' })
  })
})

describe('core fields', () => {
  type Change = (invoice: Sample) => void
  const buyer = (invoice: Sample) => invoice.AccountingCustomerParty[0].Party[0]
  const supplier = (invoice: Sample) => invoice.AccountingSupplierParty[0].Party[0]
  const codesOf = async (document: Sample | string) => {
    const { body } = await desk.submit([document])
    return (body.rejectedDocuments[0]?.error.details ?? []).map(({ code }: { code: string }) => code)
  }

  test.each<[string, Change, string]>([
    [
      'no name of the buyer',
      (i) => {
        buyer(i).PartyLegalEntity[0].RegistrationName[0]._ = ''
      },
      'CF333',
    ],
    [
      'a name of 301',
      (i) => {
        supplier(i).PartyLegalEntity[0].RegistrationName[0]._ = 'x'.repeat(301)
      },
      'CF334',
    ],
    [
      'no country',
      (i) => {
        delete buyer(i).PostalAddress[0].Country
      },
      'CF337',
    ],
    [
      'no city',
      (i) => {
        delete supplier(i).PostalAddress[0].CityName
      },
      'CF339',
    ],
    [
      'no state',
      (i) => {
        delete buyer(i).PostalAddress[0].CountrySubentityCode
      },
      'CF343',
    ],
    [
      'an address line of 151',
      (i) => {
        buyer(i).PostalAddress[0].AddressLine[0].Line[0]._ = 'x'.repeat(151)
      },
      'CF346',
    ],
    [
      'no phone of the buyer',
      (i) => {
        delete buyer(i).Contact[0].Telephone
      },
      'CF349',
    ],
    [
      'NA as phone',
      (i) => {
        buyer(i).Contact[0].Telephone[0]._ = 'NA'
      },
      'CF415',
    ],
    [
      'a phone with spaces',
      (i) => {
        supplier(i).Contact[0].Telephone[0]._ = '012-345 6789'
      },
      'CF410',
    ],
    [
      'an e-mail without a dot',
      (i) => {
        buyer(i).Contact[0].ElectronicMail[0]._ = 'a@b'
      },
      'CF404',
    ],
    [
      'no classification',
      (i) => {
        delete i.InvoiceLine[0].Item[0].CommodityClassification
      },
      'CF364',
    ],
    [
      'a tourism number with signs',
      (i) => {
        supplier(i).PartyIdentification[3].ID[0]._ = 'T*1'
      },
      'CF407',
    ],
    [
      'three SST numbers',
      (i) => {
        supplier(i).PartyIdentification[2].ID[0]._ = 'A-1;B-2;C-3'
      },
      'CF406',
    ],
    [
      'a MyKad of 11',
      (i) => {
        buyer(i).PartyIdentification[1].ID[0]._ = '85010199567'
      },
      'CF414',
    ],
    [
      'a passport of 13',
      (i) => {
        buyer(i).PartyIdentification[1].ID = [{ _: 'A123456789012', schemeID: 'PASSPORT' }]
      },
      'CF420',
    ],
    [
      'two identities',
      (i) => {
        buyer(i).PartyIdentification.push({ ID: [{ _: 'A1', schemeID: 'ARMY' }] })
      },
      'CF414',
    ],
    [
      'no TIN',
      (i) => {
        buyer(i).PartyIdentification.shift()
      },
      'CF352',
    ],
    [
      'a postcode of four',
      (i) => {
        buyer(i).PostalAddress[0].PostalZone[0]._ = '4000'
      },
      'CF353',
    ],
    [
      'a description of 301',
      (i) => {
        i.InvoiceLine[0].Item[0].Description[0]._ = 'x'.repeat(301)
      },
      'CF430',
    ],
    [
      'no price',
      (i) => {
        delete i.InvoiceLine[0].Price
      },
      'CF431',
    ],
    [
      'an exemption without reason',
      (i) => {
        i.InvoiceLine[0].TaxTotal[0].TaxSubtotal[0].TaxCategory[0].ID[0]._ = 'E'
      },
      'CF432',
    ],
    [
      'a note without its original',
      (i) => {
        i.InvoiceTypeCode[0]._ = '02'
      },
      'CF433',
    ],
    [
      'an unknown type',
      (i) => {
        i.InvoiceTypeCode[0]._ = '05'
      },
      'CF302',
    ],
    [
      'an unknown version',
      (i) => {
        i.InvoiceTypeCode[0].listVersionID = '2.0'
      },
      'CF303',
    ],
    [
      'a time with an offset',
      (i) => {
        i.IssueTime[0]._ = '08:00:00+08:00'
      },
      'CF304',
    ],
  ])('%s', async (_, change, code) => {
    const document = next()
    change(document.Invoice[0])
    expect(await codesOf(document)).toContain(code)
  })

  test('everything that is wrong is said at once', async () => {
    const document = next()
    delete buyer(document.Invoice[0]).Contact
    delete buyer(document.Invoice[0]).PostalAddress[0].CityName
    expect(await codesOf(document)).toEqual(['CF349', 'CF340'])
  })

  test('an issue time is at most 72 hours old and not ahead', async () => {
    const at = (ms: number) => next({ at: new Date(desk.now().getTime() + ms) })
    const HOURS_72 = 72 * 3_600_000
    expect(await codesOf(at(-HOURS_72))).toEqual([])
    const { body } = await desk.submit([at(-HOURS_72 - 1_000)])
    expect(body.rejectedDocuments[0].error.details[0]).toMatchObject({
      ...{ code: 'CF321', target: 'DatetimeIssued', propertyPath: 'Invoice.IssueDate AND Invoice.IssueTime' },
    })
    expect(await codesOf(at(1_000))).toEqual(['CF321'])
    expect(await codesOf(at(0))).toEqual([])
  })

  test('passports of 13 and amounts of 27 digits passed before 23 October 2026', async () => {
    const digits = (number: number) =>
      JSON.stringify(next()).replace(
        '"PayableAmount":[{"_":2310,',
        `"PayableAmount":[{"_":${'1'.repeat(number)},`,
      )
    expect(await codesOf(digits(26))).toEqual([])
    expect(await codesOf(digits(27))).toEqual(['CF441'])
    await desk.control('switches', { rules: { digitsOf26: '2026-12-01', passportOf12: '2026-12-01' } })
    expect(await codesOf(digits(27))).toEqual([])
    await desk.control('switches', { rules: { digitsOf26: '2026-10-23', passportOf12: '2026-10-23' } })
  })

  test('numbers have no exponent', async () => {
    const text = JSON.stringify(next()).replace('"PriceAmount":[{"_":2310,', '"PriceAmount":[{"_":2.31e3,')
    expect(await codesOf(text)).toEqual(['CF440'])
  })

  test('consolidated documents may leave open who the buyer is', async () => {
    const document = next({ buyer: everybody, classification: '004' })
    const party = buyer(document.Invoice[0])
    party.PostalAddress[0].AddressLine[0].Line[0]._ = 'NA'
    party.PostalAddress[0].PostalZone[0]._ = 'NA'
    party.Contact[0].ElectronicMail[0]._ = 'NA'
    expect(await codesOf(document)).toEqual([])
  })
})
