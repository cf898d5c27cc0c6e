import { describe, expect, test } from 'vitest'
import { canTell, gatewayForm } from './gateway.ts'
import { reportsIn } from './reports.ts'

const base = { url: 'https://gateway.test/send', to: 'to', text: 'msg', success: '^OK' }
const secret = 'a-secret-of-the-gateway'
const plain = gatewayForm.parse({
  ...base,
  reports: {
    ...{ secret, id: 'msgid', reference: 'ref', status: 'stat', sent: '^ACCEPTD$', delivered: '^DELIVRD$' },
    ...{ failed: '^(UNDELIV|EXPIRED)', number: '^UNDELIV' },
  },
})
const nested = gatewayForm.parse({
  ...base,
  reports: {
    ...{ secret, list: 'entry.changes.value.statuses', id: 'id', status: 'status' },
    ...{ delivered: '^delivered$', read: '^read$', failed: '^failed$' },
  },
})
const said = (given: { query?: string; body?: string; type?: string }, gateway = plain) =>
  reportsIn(gateway, {
    ...{ query: new URLSearchParams(given.query ?? ''), body: given.body ?? '', type: given.type ?? '' },
  })

describe('what a gateway reports', () => {
  test.each([
    [{ query: 'msgid=7&stat=DELIVRD' }],
    [{ body: 'msgid=7&stat=DELIVRD', type: 'application/x-www-form-urlencoded' }],
    [{ body: '{"msgid":7,"stat":"DELIVRD"}', type: 'application/json' }],
  ])('is read from %o', (given) => {
    expect(said(given)).toEqual([{ id: '7', reference: undefined, status: 'delivered', isNumber: false }])
  })

  test('a number that nobody has is told from other failures', () => {
    expect(said({ query: 'ref=r&stat=UNDELIV' })).toMatchObject([{ status: 'failed', isNumber: true }])
    expect(said({ query: 'ref=r&stat=EXPIRED' })).toMatchObject([{ status: 'failed', isNumber: false }])
  })

  test('many reports in the lists of lists that WhatsApp sends', () => {
    const one = (id: string, status: string) => ({ id, status })
    const value = (...statuses: object[]) => ({ changes: [{ value: { statuses } }] })
    const body = JSON.stringify({
      entry: [value(one('a', 'read'), one('b', 'delivered')), value(one('c', 'failed'))],
    })
    expect(said({ body, type: 'application/json' }, nested).map(({ id, status }) => [id, status])).toEqual([
      ['a', 'read'],
      ['b', 'delivered'],
      ['c', 'failed'],
    ])
  })

  test.each([
    [{ query: 'msgid=7&stat=SOMETHING' }],
    [{ query: 'stat=DELIVRD' }],
    [{ body: '{', type: 'application/json' }],
    [{ body: 'null', type: 'application/json' }],
    [{ body: '{"msgid":{"a":1},"stat":"DELIVRD"}', type: 'application/json' }],
  ])('nothing is made of %o', (given) => {
    expect(said(given)).toEqual([])
  })
})

test('a description without a name for the message, or with a short secret, is refused', () => {
  const reports = { secret, status: 's', delivered: 'd', failed: 'f' }
  expect(gatewayForm.safeParse({ ...base, reports }).success).toBe(false)
  expect(gatewayForm.safeParse({ ...base, reports: { ...reports, id: 'i', secret: 'short' } }).success).toBe(
    false,
  )
  expect(gatewayForm.safeParse({ ...base, reports: { ...reports, id: 'i' } }).success).toBe(true)
})

test('a second try is safe where the gateway knows our reference or can be asked', () => {
  const status = { url: 'https://gateway.test/status/{reference}', found: 'F', missing: 'M' }
  const reference = { name: 'ref' }
  expect(canTell(gatewayForm.parse(base))).toBe(false)
  expect(canTell(gatewayForm.parse({ ...base, reference }))).toBe(false)
  expect(gatewayForm.safeParse({ ...base, status }).error?.issues).toMatchObject([{ path: ['reference'] }])
  expect(canTell(gatewayForm.parse({ ...base, reference, status }))).toBe(true)
  expect(canTell(gatewayForm.parse({ ...base, reference: { ...reference, deduplicates: true } }))).toBe(true)
})
