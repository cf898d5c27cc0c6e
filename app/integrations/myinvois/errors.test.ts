import { expect, test } from 'vitest'
import { readCodes, readFaults } from './errors.ts'
import { overallStatusOf, statusOf } from './statuses.ts'

test('an error of a validation step: its inner ones, with both languages and the step', () => {
  const error = {
    ...{
      propertyName: null,
      propertyPath: null,
      errorCode: 'Error05',
      error: 'Invalid taxpayer',
      errorMs: null,
    },
    innerError: [
      {
        ...{
          propertyName: 'CustomerTin',
          propertyPath: 'document.Invoice.AccountingCustomerParty',
          innerError: null,
        },
        ...{ errorCode: 'ERR406', error: 'Buyer TIN is invalid', errorMs: 'TIN pembeli tidak sah' },
      },
    ],
  }
  expect(readFaults(error, 'Step05-Taxpayer Profile Validator')).toEqual([
    {
      ...{ step: 'Step05-Taxpayer Profile Validator', code: 'ERR406', text: 'Buyer TIN is invalid' },
      ...{ text_my: 'TIN pembeli tidak sah', path: 'document.Invoice.AccountingCustomerParty' },
    },
  ])
})

test('an error of a request: its details, or itself', () => {
  const details = [
    {
      code: 'submission',
      target: 'submission',
      message: 'Invalid structured submission',
      propertyPath: null,
    },
  ]
  const nested = { error: { code: 'ValidationError', message: null, target: null, details } }
  expect(readFaults(nested)).toMatchObject([
    { step: null, code: 'submission', text: 'Invalid structured submission' },
  ])
  expect(readCodes(nested)).toEqual(['ValidationError', 'submission'])
  const plain = {
    error: { code: 'ValidationError', message: 'JSON is not valid', target: 'submission', details: null },
  }
  expect(readFaults(plain)).toMatchObject([
    { code: 'ValidationError', text: 'JSON is not valid', path: 'submission' },
  ])
})

test('a rejected document: every detail, also without a code', () => {
  const details = [
    {
      code: null,
      message: 'ArrayItemNotValid: #/Invoice[0]',
      target: '[0]',
      propertyPath: '#/Invoice[0]',
      details: null,
    },
    {
      code: 'CF321',
      message: 'too old',
      target: 'DatetimeIssued',
      propertyPath: 'Invoice.IssueDate AND Invoice.IssueTime',
    },
  ]
  const error = { code: '3', message: 'Validation Error', target: 'INV-1', propertyPath: null, details }
  expect(readFaults({ error })).toEqual([
    { step: null, code: null, text: 'ArrayItemNotValid: #/Invoice[0]', text_my: null, path: '#/Invoice[0]' },
    {
      step: null,
      code: 'CF321',
      text: 'too old',
      text_my: null,
      path: 'Invoice.IssueDate AND Invoice.IssueTime',
    },
  ])
})

test('an error of a login: its code', () => {
  const error = { error: 'invalid_client', error_description: 'unknown' }
  expect(readCodes(error)).toEqual(['invalid_client'])
  expect(readFaults(error)).toMatchObject([{ text: 'invalid_client' }])
})

test('what is none, deep or endless says nothing or no more than it may', () => {
  for (const none of [null, undefined, 'text', 7, [], {}, { error: null }])
    expect(readFaults(none)).toEqual([])
  const many = {
    error: {
      details: Array.from({ length: 5_000 }, (_, n) => ({ code: `C${n}`, message: 'm'.repeat(9_000) })),
    },
  }
  const found = readFaults(many)
  expect(found.length).toBeLessThanOrEqual(100)
  expect(found[0]!.text.length).toBeLessThanOrEqual(2_000)
  let deep: object = { code: 'X', message: 'x' }
  for (let n = 0; n < 10_000; n++) deep = { details: [deep] }
  expect(() => readFaults(deep)).not.toThrow()
})

test.each([
  ['Submitted', 'submitted'],
  ['in progress', 'submitted'],
  ['InProgress', 'submitted'],
  ['Valid', 'valid'],
  ['INVALID', 'invalid'],
  ['Cancelled', 'cancelled'],
  [2, 'valid'],
  ['Requested for Rejection', 'unknown'],
  [null, 'unknown'],
])('the status %s of a document is %s', (word, status) => expect(statusOf(word)).toBe(status))

test.each([
  ['in progress', 'in_progress'],
  ['InProgress', 'in_progress'],
  ['Partially Valid', 'partially_valid'],
  ['partiallyvalid', 'partially_valid'],
  ['Invalid', 'invalid'],
])('the status %s of a submission is %s', (word, status) => expect(overallStatusOf(word)).toBe(status))
