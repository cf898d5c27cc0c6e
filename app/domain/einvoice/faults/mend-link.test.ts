import { expect, test } from 'vitest'
import { faultFields } from './field.ts'
import { correctionLink, mendLink } from './mend-link.ts'

const document = { parent_id: 'p1', invoice_id: 'i1', credit_note_id: null }

test('everything that somebody can correct leads to where it is corrected', () => {
  expect(faultFields.filter((field) => mendLink(field, document) === null)).toEqual([])
  expect(mendLink('buyer.tin', document)).toBe('/parent/edit/p1#tax')
  expect(mendLink('buyer.phone', document)).toBe('/parent/edit/p1#contact')
  expect(mendLink('organisation.secret', document)).toBe('/einvoice/settings/connection')
  expect(mendLink('organisation.tin', document)).toBe('/einvoice/settings/company')
  expect(mendLink('fee.classification', document)).toBe('/fee-category')
  expect(mendLink('document.amount', document)).toBe('/invoice/view/i1')
  expect(mendLink('document.original', { ...document, credit_note_id: 'c1' })).toBe('/credit-note/view/c1')
})

test('nothing is linked of a family that is not known', () => {
  expect(mendLink('buyer.tin', { ...document, parent_id: null })).toBeNull()
  expect(mendLink('document.amount', { ...document, invoice_id: null })).toBeNull()
})

test('nobody is led to a page that would refuse them', () => {
  const clerk = { parent: true, setting: false }
  expect(correctionLink('buyer.tin', document, clerk)).toBe('/parent/edit/p1#tax')
  expect(correctionLink('organisation.tin', document, clerk)).toBeNull()
  expect(correctionLink('organisation.tin', document, { parent: false, setting: true })).toBe(
    '/einvoice/settings/company',
  )
  expect(correctionLink('buyer.tin', document, { parent: false, setting: true })).toBeNull()
})
