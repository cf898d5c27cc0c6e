import { expect, test } from 'vitest'
import { looksLike, protectedWords, reservedWords, subdomainProblem } from './subdomain.ts'

test.each(['bestari', 'abc', 'sk2-taman-jaya', 'a1b', `x${'y'.repeat(28)}z`, 'cahaya', 'mybank2'])(
  '%s is a subdomain',
  (name) => {
    expect(subdomainProblem(name)).toBeUndefined()
  },
)

test.each([
  ['too short', 'ab'],
  ['too long', `x${'y'.repeat(29)}z`],
  ['a digit first', '1malaysia'],
  ['a hyphen first', '-abc'],
  ['a hyphen last', 'abc-'],
  ['two hyphens, as in xn--', 'xn--80ak6aa92e'],
  ['upper case', 'Bestari'],
  ['a dot', 'ab.cd'],
  ['an underscore', 'ab_cd'],
  ['a letter outside a to z', 'bestarí'],
  ['a line break at the end', 'bestari\n'],
  ['what may be a phone number', 'a60123456789'],
  ['what may be an identity card number', 'a900101145678'],
  ['nothing', ''],
])('%s is refused', (_why, name) => {
  expect(subdomainProblem(name)).toBe('entity.subdomain_form')
})

test('a reserved word is refused alone and as the first or last part', () => {
  for (const name of ['admin', 'demo', 'bestari-pay', 'invoice-bestari', 'e-invoice', 'well-known'])
    expect(subdomainProblem(name), name).toBe('entity.subdomain_reserved')
  expect(subdomainProblem('administer')).toBeUndefined()
  expect(subdomainProblem('payung')).toBeUndefined()
})

test('an operator lifts a reserved word, never the name of a bank or an authority', () => {
  expect(subdomainProblem('demo', { lifted: true })).toBeUndefined()
  expect(subdomainProblem('sekolah-bestari', { lifted: true })).toBeUndefined()
  for (const name of ['maybank2u', 'fpx', 'lhdn', 'maybank-login', 'secure-cimb'])
    expect(subdomainProblem(name, { lifted: true }), name).toBe('entity.subdomain_reserved')
})

test('no word is in the list twice', () => {
  const all = [...protectedWords, ...reservedWords]
  expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([])
})

test.each([
  ['cahaya', 'cahaja'],
  ['cahaya', 'cahay'],
  ['cahaya', 'cahayaa'],
  ['cahaya', 'acahaya'],
  ['cahaya', 'ca-haya'],
  ['melati', 'me1at1'],
  ['modern', 'modem'],
  ['tadika-soo', 'tadika-500'],
])('%s is mixed up with %s, and the other way round', (one, other) => {
  expect([looksLike(one, other), looksLike(other, one)]).toEqual([true, true])
})

test.each([
  ['cahaya', 'cahaya'],
  ['cahaya', 'bahaja'],
  ['cahaya', 'cahayaku'],
  ['mawar', 'mewah'],
  ['abc', 'abcde'],
])('%s is not with %s', (one, other) => {
  expect([looksLike(one, other), looksLike(other, one)]).toEqual([false, false])
})
