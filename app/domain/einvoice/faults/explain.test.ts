import { describe, expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.ts'
import { FAULTS } from '#app/integrations/myinvois/sandbox/document/faults.ts'
import { localFaultCodes } from '../document/local-faults.ts'
import { composeFaults } from '../documents/compose-documents.ts'
import { duplicateOf, explainFault } from './explain.ts'
import { faultFields, faultOwners } from './field.ts'
import { recorded } from './recorded.fixture.ts'
import { everyFaultKey } from './rules.ts'

const fault = (code: string | null, text: string, more: { step?: string; path?: string } = {}) => ({
  ...{ step: more.step ?? null, code, text, text_my: null, path: more.path ?? null },
})

test.each(recorded)('%s %s “%s” at %s is %s', (step, code, text, path, key, field) => {
  const { key: said, field: at, whose } = explainFault({ step, code, text, text_my: null, path })
  expect({ said, at }).toEqual({ said: key, at: field })
  expect(faultOwners).toContain(whose)
})

describe('a code alone says little', () => {
  test('it has another meaning with another text, in another step, at another path', () => {
    expect(explainFault(fault('CF345', 'Something else - SUPPLIER')).key).toBe('unknown')
    expect(explainFault(fault('CF364', 'Enter valid contact number - BUYER')).key).toBe('buyer.phone')
    expect(explainFault(fault('CF407', '', { path: 'Invoice.PaymentMeans.PaymentMeansCode' })).key).toBe(
      'document.payment',
    )
    const [one, other] = ['Step03-Duplicated Submission Validator', 'Step08-Document Signature Validator']
    expect(explainFault(fault('DS302', '', { step: one })).key).toBe('document.duplicate')
    expect(explainFault(fault('DS302', '', { step: other })).key).toBe('signature.form')
    // wrappers are numbered differently over time, so that the name of the step decides
    expect(
      explainFault(fault('Error07', '', { step: 'Step07-Invalid Document Signature Validator' })).key,
    ).toBe('signature.form')
  })

  test('where nothing else is said it has to do', () => {
    expect(explainFault(fault('CF349', ''))).toEqual({
      ...{ key: 'buyer.phone', field: 'buyer.phone', whose: 'buyer', retry: false },
    })
    expect(explainFault(fault('DV302', '')).key).toBe('document.duplicate')
    expect(explainFault(fault('DV302', 'Something else')).key).toBe('unknown')
  })

  test.each([
    ['name', 'CF334', 'CF333'],
    ['country', 'CF336', 'CF337'],
    ['city', 'CF339', 'CF340'],
    ['state', 'CF342', 'CF343'],
    ['address', 'CF345', 'CF346'],
    ['phone', 'CF348', 'CF349'],
  ])('a code alone about the %s says whose it is: %s ours, %s the buyer’s', (about, ours, theirs) => {
    expect(explainFault(fault(ours, '')).key).toBe(`organisation.${about}`)
    expect(explainFault(fault(theirs, '')).key).toBe(`buyer.${about}`)
  })
})

test.each([...localFaultCodes, ...composeFaults, 'document.too_large', 'withdrawn'])(
  'what we find ourselves is known: %s',
  (code) => {
    const { key, whose } = explainFault({ step: 'local', code, text: '', text_my: null, path: null })
    expect(key).not.toBe('unknown')
    // what a business does is asked of the organisation alone
    const [party, about] = code.split('.')
    const ours = party === 'supplier' || about === 'msic' || about === 'activity'
    if (party === 'buyer' || party === 'supplier') expect(whose).toBe(ours ? 'organisation' : 'buyer')
  },
)

/** Where their texts say too little, the path does. */
const pathOf: Record<string, string> = {
  CF301: 'Invoice.ID',
  CF302: 'Invoice.InvoiceTypeCode',
  CF303: 'Invoice.InvoiceTypeCode.listVersionID',
  CF305: 'Invoice.ID',
  CF430: 'Invoice.InvoiceLine.Item.Description',
  CF431: 'Invoice.InvoiceLine.LineExtensionAmount',
  CF432: 'Invoice.TaxTotal.TaxSubtotal.TaxCategory.TaxExemptionReason',
  CF433: 'Invoice.BillingReference.InvoiceDocumentReference',
}

test.each(Object.entries(FAULTS))('whatever the stand-in of the portal says is known: %s', (code, [text]) => {
  const path = pathOf[code]
  expect(explainFault(fault(code, text, path ? { path } : {})).key).not.toBe('unknown')
})

test.each([
  ['Enter valid city name of at most 50 characters - BUYER', 'buyer.city'],
  ['State code 17 is not applicable for MYS unless consolidated - SUPPLIER', 'organisation.foreign_state'],
  ['General TIN (030) is not applicable for buyer', 'buyer.general_tin'],
  ['Classification code 004 is for consolidated e-Invoices only', 'fee.classification_consolidated'],
  ['BRN mismatch or not exist', 'buyer.registration'],
  ['PASSPORT mismatch or not exist', 'buyer.id_mismatch'],
  ['Total payable amount must not be zero', 'local.nothing_payable'],
])('“%s” is %s', (text, key) => expect(explainFault(fault(null, text)).key).toBe(key))

test('a text in no list is unknown, and stays what the portal said', () => {
  expect(explainFault(fault('ZZ999', 'Kindly consult the manual'))).toEqual({
    ...{ key: 'unknown', field: null, whose: 'portal', retry: false },
  })
})

test('only what passes, and what gets a new time, may be sent again as it is', () => {
  const retried = (code: string | null, text = '') => explainFault(fault(code, text)).retry
  for (const code of ['TooManyRequests', 'ServiceUnavailable', 'Unauthorized', 'DuplicateSubmission'])
    expect(retried(code)).toBe(true)
  expect(retried(null, '<html>')).toBe(true)
  expect(retried('CF321', 'Issuance date time is too old')).toBe(true)
  expect(retried('invalid_client')).toBe(false)
  expect(retried('OperationPeriodOver')).toBe(false)
  expect(retried('ERR406', 'Buyer TIN is invalid')).toBe(false)
  expect(retried('CF999')).toBe(false)
})

test('the document that the portal already has is the second that it names', () => {
  const [mine, theirs] = ['A'.repeat(26), 'B7'.repeat(13)]
  const text = `Duplicated submitted document with UUID ${mine} where … the document with UUID: ${theirs}`
  const step = 'Step03-Duplicated Submission Validator'
  expect(duplicateOf(fault('DV302', text, { step }))).toBe(theirs)
  expect(duplicateOf(fault('DV302', 'Duplicated document', { step }))).toBeUndefined()
  expect(duplicateOf(fault('ERR406', `Buyer TIN is invalid ${mine}`))).toBeUndefined()
})

describe.each(['en', 'my'] as const)('in %s', (locale) => {
  const { t, exists } = i18nOf(locale) as unknown as {
    t: (key: string) => string
    exists: (key: string) => boolean
  }

  test('every meaning has a sentence, every field and owner a name', () => {
    const keys = [
      ...everyFaultKey.map((key) => `einvoice_fault.said.${key}`),
      ...faultFields.map((field) => `einvoice_fault.fields.${field}`),
      ...faultOwners.map((whose) => `einvoice_fault.whose.${whose}`),
    ]
    expect(everyFaultKey.length).toBeGreaterThan(70)
    expect(keys.filter((key) => !exists(key))).toEqual([])
  })

  test('no two meanings have the same sentence', () => {
    const sentences = everyFaultKey.map((key) => t(`einvoice_fault.said.${key}`))
    expect(sentences.filter((one, n) => sentences.indexOf(one) !== n)).toEqual([])
  })
})
