import { expect, test } from 'vitest'
import { forbidsUs, namesAbove } from './check.ts'

test.each([
  ['nobody is named', [{ critical: 0, iodef: 'mailto:a@b.my' }], false],
  ['our authority', [{ critical: 0, issue: 'letsencrypt.org' }], false],
  [
    'ours with parameters and capitals',
    [{ critical: 0, issue: 'LetsEncrypt.org; validationmethods=http-01' }],
    false,
  ],
  [
    'ours beside another',
    [
      { critical: 0, issue: 'digicert.com' },
      { critical: 0, issue: 'letsencrypt.org' },
    ],
    false,
  ],
  ['another one', [{ critical: 0, issue: 'digicert.com' }], true],
  ['none at all', [{ critical: 0, issue: ';' }], true],
  ['of wildcards alone', [{ critical: 0, issuewild: 'digicert.com' }], false],
  ['a critical word that nobody knows', [{ critical: 128, future: 'x' }], true],
  ['a name that only ends like ours', [{ critical: 0, issue: 'notletsencrypt.org' }], true],
])('%s', (_, records, forbidden) => {
  expect(forbidsUs(records)).toBe(forbidden)
})

test('the names above a domain, the nearest first', () => {
  expect(namesAbove('yuran.contoh.edu.my')).toEqual(['yuran.contoh.edu.my', 'contoh.edu.my', 'edu.my', 'my'])
})
