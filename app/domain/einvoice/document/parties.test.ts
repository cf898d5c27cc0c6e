import { describe, expect, test } from 'vitest'
import type { Fault } from '../words.ts'
import type { Party } from './document.ts'
import type { IdentityType } from './general-tin-table.ts'
import { type Person, resolveBuyer, resolveSupplier } from './parties.ts'
import { aminah } from './test-support.ts'

const on = '2026-11-29'
const codes = (found: { faults: Fault[] } | { party: Party }) =>
  'faults' in found ? found.faults.map(({ code }) => code) : []
function party(found: { faults: Fault[] } | { party: Party }): Party {
  if ('faults' in found) throw new Error(`faults: ${codes(found).join(', ')}`)
  return found.party
}
const buyer = (over: Partial<Person>, day = on) => resolveBuyer({ ...aminah, ...over }, day)
const supplier = (over: Partial<Person>, day = on) => resolveSupplier({ ...aminah, ...over }, day)
const identity = (type: IdentityType, value: string) => ({ type, value })
const singapore = {
  lines: ['1 Orchard Road'],
  city: 'Singapore',
  postcode: '238801',
  state: null,
  country: 'SG',
}

describe('the number in the place of a TIN', () => {
  test.each([
    ['mykad', '850101005678', on, 'EI00000000010', 'NRIC'],
    ['army', 'T1234567', on, 'EI00000000010', 'ARMY'],
    ['mypr', '850101005678', '2026-09-06', 'EI00000000020', 'NRIC'],
    ['mypr', '850101005678', '2026-09-07', 'EI00000000010', 'NRIC'],
    ['mykas', '850101005678', '2026-09-06', 'EI00000000020', 'NRIC'],
    ['mykas', '850101005678', '2026-09-07', 'EI00000000010', 'NRIC'],
    ['passport', 'A1234567', on, 'EI00000000020', 'PASSPORT'],
  ] as const)('of a buyer with %s %s on %s %s is %s', (type, value, day, tin, scheme) => {
    expect(party(buyer({ identity: identity(type, value) }, day))).toMatchObject({
      tin,
      id: { type: scheme, value },
    })
  })

  test.each([
    ['passport', 'A1234567', on, 'EI00000000030'],
    ['mypr', '850101005678', '2026-09-06', 'EI00000000030'],
  ] as const)('of a supplier with %s %s on %s is %s', (type, value, day, tin) => {
    expect(party(supplier({ identity: identity(type, value) }, day))).toMatchObject({
      tin,
      msic: { code: '00000', activity: 'NA' },
    })
  })

  test('of a company abroad is one for buyers and one for suppliers, with NA beside it', () => {
    const company = { name: 'Exam Board Ltd', identity: identity('company', '12345'), address: singapore }
    const id = { type: 'BRN', value: 'NA' }
    expect(party(buyer({ ...company, phone: '+6561234567' }))).toMatchObject({ tin: 'EI00000000020', id })
    expect(party(supplier({ ...company, phone: '+6561234567' }))).toMatchObject({ tin: 'EI00000000030', id })
  })

  test('of a government is 040 with NA, and the phone is still needed', () => {
    const ministry = { name: 'Kementerian Contoh', identity: identity('government', '') }
    expect(party(buyer(ministry))).toMatchObject({ tin: 'EI00000000040', id: { type: 'BRN', value: 'NA' } })
    expect(codes(buyer({ ...ministry, phone: '' }))).toEqual(['buyer.phone'])
    expect(codes(supplier(ministry))).toContain('supplier.tin')
  })

  test('a Malaysian company has none, and is asked for its own', () => {
    const company = { name: 'Syarikat Contoh Sdn Bhd', identity: identity('company', '202001234567') }
    expect(codes(buyer(company))).toContain('buyer.tin')
    expect(party(buyer({ ...company, tin: 'C1234567890' }))).toMatchObject({
      tin: 'C1234567890',
      id: { type: 'BRN', value: '202001234567' },
    })
    expect(codes(buyer({ ...company, identity: identity('company', 'NA'), tin: 'C1234567890' }))).toEqual([
      'buyer.id',
    ])
  })
})

describe('a TIN', () => {
  test('of a person alone has twelve zeros beside it', () => {
    expect(party(buyer({ identity: undefined, tin: 'sg 1234567890' }))).toMatchObject({
      tin: 'IG1234567890',
      id: { type: 'NRIC', value: '000000000000' },
    })
  })

  test('of a company alone lacks its number', () => {
    expect(codes(buyer({ identity: undefined, tin: 'C1234567890' }))).toEqual(['buyer.id'])
  })

  test('that is a general number was not theirs', () => {
    expect(party(buyer({ tin: 'EI00000000020' }))).toMatchObject({ tin: 'EI00000000010' })
  })

  test('of the wrong form is a fault', () => {
    expect(codes(buyer({ tin: '12' }))).toEqual(['buyer.tin_form'])
  })

  test('and any other number missing is a fault', () => {
    expect(codes(buyer({ identity: undefined }))).toEqual(['buyer.tin', 'buyer.id'])
  })
})

describe('twelve digits', () => {
  test('that can be a birthday and a company are asked about, not guessed', () => {
    expect(codes(buyer({ identity: identity('mykad', '200101145678') }))).toEqual(['buyer.id_ask'])
    const told = { ...identity('mykad', '200101145678'), confirmed: true }
    expect(party(buyer({ identity: told })).id).toEqual({ type: 'NRIC', value: '200101145678' })
    const company = identity('company', '200101145678')
    expect(codes(buyer({ identity: company }))).toContain('buyer.id_ask')
    expect(party(buyer({ identity: company, tin: 'C1234567890' })).id.type).toBe('BRN')
  })

  test.each(['851301005678', '850001005678', '850100005678', '8501010056'])('%s are no card', (value) => {
    expect(codes(buyer({ identity: identity('mykad', value) }))).toEqual(['buyer.id_form'])
  })

  test('lose their dashes', () => {
    expect(party(buyer({ identity: identity('mykad', '850101-00-5678') })).id.value).toBe('850101005678')
  })

  test('of a card are no company', () => {
    const company = { identity: identity('company', '850101005678'), tin: 'C1234567890' }
    expect(codes(buyer(company))).toEqual(['buyer.id_form'])
  })
})

describe('a passport', () => {
  const passport = (length: number) => ({ identity: identity('passport', 'A'.padEnd(length, '1')) })

  test('has at most twelve characters, since 23 October 2026', () => {
    expect(codes(buyer(passport(12)))).toEqual([])
    expect(buyer(passport(13))).toMatchObject({
      faults: [{ step: 'local', code: 'buyer.passport_length', text: '13 > 12' }],
    })
    expect(codes(buyer(passport(13), '2026-10-22'))).toEqual([])
    expect(codes(buyer(passport(20), '2026-10-22'))).toEqual([])
    expect(codes(buyer(passport(21), '2026-10-22'))).toEqual(['buyer.passport_length'])
    expect(codes(buyer(passport(13), '2026-10-23'))).toEqual(['buyer.passport_length'])
  })
})

describe('a place', () => {
  test('in Malaysia has the code of its state', () => {
    expect(party(buyer({})).address).toMatchObject({ state: '10', country: 'MYS' })
    const capital = { ...aminah.address, state: 'W.P. Kuala Lumpur', country: 'MY' }
    expect(party(buyer({ address: capital })).address.state).toBe('14')
  })

  test('abroad has the state 17, whatever was typed', () => {
    const found = buyer({
      address: { ...singapore, state: 'Johor' },
      identity: identity('passport', 'A1234567'),
    })
    expect(party(found).address).toMatchObject({ state: '17', country: 'SGP', postcode: '238801' })
  })

  test.each([
    ['NA', 'buyer.state'],
    ['00', 'buyer.state'],
    [null, 'buyer.state'],
    ['17', 'buyer.state_country'],
  ])('in Malaysia with the state %s is asked about', (state, code) => {
    expect(codes(buyer({ address: { ...aminah.address, state } }))).toContain(code)
  })

  test('without street, town or with a wrong postcode or country is a fault', () => {
    const at = (over: Partial<Person['address']>) => codes(buyer({ address: { ...aminah.address, ...over } }))
    expect(at({ lines: [] })).toEqual(['buyer.address'])
    expect(at({ city: ' ' })).toEqual(['buyer.city'])
    expect(at({ postcode: '4000' })).toEqual(['buyer.postcode'])
    expect(at({ postcode: '00000' })).toEqual(['buyer.postcode'])
    expect(at({ postcode: null })).toEqual([])
    expect(at({ country: 'ZZ' })).toContain('buyer.country')
    expect(at({ lines: ['x'.repeat(440), 'y'] })).toEqual(['buyer.address_length'])
    expect(at({ lines: ['a', 'b', 'c', 'd'] })).toEqual(['buyer.address_length'])
  })
})

describe('how somebody is reached', () => {
  test.each(['NA', '0000', '1234567', '', null])('not by the phone %s', (phone) => {
    expect(buyer({ phone })).toMatchObject({
      faults: [{ code: 'buyer.phone', path: 'Invoice.AccountingCustomerParty.Party.Contact.Telephone' }],
    })
  })

  test('without e-mail, and never by half of one', () => {
    expect(party(buyer({ email: '' }))).not.toHaveProperty('email')
    expect(party(buyer({ email: 'aminah@contoh.example' })).email).toBe('aminah@contoh.example')
    expect(codes(buyer({ email: 'a@b' }))).toEqual(['buyer.email'])
    expect(codes(buyer({ email: 'NA' }))).toEqual(['buyer.email'])
  })
})

test('a supplier inside Malaysia says what the business is', () => {
  expect(codes(supplier({}))).toEqual(['supplier.msic', 'supplier.activity'])
  const msic = { code: '85499', activity: 'Others education n.e.c' }
  expect(party(supplier({ msic }))).toMatchObject({ tin: 'EI00000000010', msic })
  expect(codes(supplier({ msic: { code: '00000', activity: 'NA' } }))).toEqual(['supplier.msic'])
})
