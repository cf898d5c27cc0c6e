import { createSign, X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCertificate } from './certificates/certificate.ts'
import { sign, verify } from './checksum.ts'
import { makePair, renew } from './test-support.ts'

const SOURCE = '01|BE|EX00000000|7.0'
const [current, next, stranger] = await Promise.all([
  makePair('2026-01-01', '2027-01-01'),
  makePair('2026-12-01', '2028-01-01'),
  makePair('2026-01-01', '2027-01-01'),
])
const both = [current.certificate, next.certificate]
const june = new Date('2026-06-01')

test('a checksum is 512 upper-case hex characters of RSA-SHA1', () => {
  const checksum = sign(SOURCE, current.key)
  expect(checksum).toMatch(/^[0-9A-F]{512}$/)
  expect(checksum).toBe(createSign('RSA-SHA1').update(SOURCE).sign(current.key, 'hex').toUpperCase())
})

test('it verifies in either case and says with which certificate', () => {
  const checksum = sign(SOURCE, current.key)
  const fingerprint = new X509Certificate(current.certificate).fingerprint256
    .replaceAll(':', '')
    .toLowerCase()
  expect(verify(SOURCE, checksum, both, june)).toEqual({ ok: true, fingerprint })
  expect(verify(SOURCE, checksum.toLowerCase(), both, june)).toEqual({ ok: true, fingerprint })
})

test.each([
  ['another source', `${SOURCE} `, sign(SOURCE, current.key), 'signature'],
  ["a stranger's key", SOURCE, sign(SOURCE, stranger.key), 'signature'],
  ['SHA-256', SOURCE, createSign('RSA-SHA256').update(SOURCE).sign(current.key, 'hex'), 'signature'],
  ['nothing', SOURCE, '', 'checksum_format'],
  ['too short', SOURCE, 'AB'.repeat(255), 'checksum_format'],
  ['too long', SOURCE, 'AB'.repeat(257), 'checksum_format'],
  ['not hex', SOURCE, 'G'.repeat(512), 'checksum_format'],
  ['a line break at the end', SOURCE, `${'AB'.repeat(256)}\n`, 'checksum_format'],
  ['zeros', SOURCE, '0'.repeat(512), 'signature'],
])('refuses %s', (_, source, checksum, reason) => {
  expect(verify(source, checksum, both, june)).toEqual({ ok: false, reason })
})

test('blanks left out of the source do not verify', () => {
  const values = ['A', '', 'B', '', 'C']
  const checksum = sign(values.filter(Boolean).join('|'), current.key)
  expect(verify(values.join('|'), checksum, both, june)).toEqual({ ok: false, reason: 'signature' })
})

test('never throws, whatever is put in', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF') }),
      fc.string(),
      (a, b, c) => {
        expect(verify(a, b, [c], june).ok).toBe(false)
        expect(verify(a, b.padEnd(512, '7').slice(0, 512), both, june).ok).toBe(false)
      },
    ),
  )
})

const verdict = (key: string, at: string, certificates = both) => {
  const result = verify(SOURCE, sign(SOURCE, key), certificates, new Date(at))
  return result.ok ? 'ok' : result.reason
}

test('both certificates are good while they overlap, each alone outside, three days of grace at the ends', () => {
  expect(verdict(current.key, '2026-12-15')).toBe('ok')
  expect(verdict(next.key, '2026-12-15')).toBe('ok')
  expect(verdict(next.key, '2026-11-29')).toBe('ok')
  expect(verdict(next.key, '2026-11-27')).toBe('certificate_expired')
  expect(verdict(current.key, '2027-01-03')).toBe('ok')
  expect(verdict(current.key, '2027-01-05')).toBe('certificate_expired')
  expect(verdict(next.key, '2027-06-01')).toBe('ok')
})

test('with both expired nothing is believed, and the reason says so', () => {
  expect(verdict(current.key, '2030-01-01')).toBe('certificate_expired')
  expect(verdict(next.key, '2030-01-01')).toBe('certificate_expired')
  expect(verdict(stranger.key, '2030-01-01')).toBe('signature')
})

test('a key renewed under a certificate of the future goes on verifying today', async () => {
  const renewed = await renew(current, '2026-12-31', '2028-01-01')
  expect(verdict(current.key, '2026-06-01', [renewed, current.certificate])).toBe('ok')
})

test('a damaged certificate does not silence the others; none at all is told apart', () => {
  expect(verdict(current.key, '2026-06-01', ['rubbish', current.certificate])).toBe('ok')
  expect(verdict(current.key, '2026-06-01', [])).toBe('no_certificate')
  expect(verdict(current.key, '2026-06-01', ['rubbish'])).toBe('no_certificate')
})

test('a certificate that is none is refused when it is read', () => {
  expect(() => readCertificate('rubbish')).toThrow()
})
