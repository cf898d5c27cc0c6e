import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { newTotpSecret, totpAddress, totpStep } from './totp.ts'

/** The secret of RFC 6238, appendix B; its codes have eight digits, of which six are the last. */
const secret = Secret.fromLatin1('12345678901234567890').base32

describe('the codes of RFC 6238', () => {
  test.each([
    ['1970-01-01T00:00:59Z', '94287082'],
    ['2005-03-18T01:58:29Z', '07081804'],
    ['2005-03-18T01:58:31Z', '14050471'],
    ['2009-02-13T23:31:30Z', '89005924'],
    ['2033-05-18T03:33:20Z', '69279037'],
    ['2603-10-11T11:33:20Z', '65353130'],
  ])('%s', (at, code) => {
    const time = new Date(at)
    expect(totpStep(secret, code.slice(2), time)).toBe(Math.floor(time.getTime() / 30_000))
  })
})

test('a code counts in its half minute and the two beside it', () => {
  const at = new Date('2026-01-31T12:00:00Z').getTime()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
  const seconds = [-31, -30, -1, 0, 29, 30, 59, 60]
  const step = at / 30_000
  expect(seconds.map((second) => totpStep(secret, code, new Date(at + second * 1000)))).toEqual([
    undefined,
    step,
    step,
    step,
    step,
    step,
    step,
    undefined,
  ])
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is no code', (typed) => {
  expect(totpStep(secret, typed, new Date())).toBeUndefined()
})

test('each secret is new and as long as the hash, and apps can read its address', () => {
  const secrets = Array.from({ length: 100 }, newTotpSecret)
  expect(new Set(secrets).size).toBe(100)
  expect(secrets.every((text) => /^[A-Z2-7]{32}$/.test(text))).toBe(true)
  const url = new URL(totpAddress(secrets[0]!, 'farah+x@lunas.test'))
  expect(url.protocol + url.host).toBe('otpauth:totp')
  expect(decodeURIComponent(url.pathname)).toBe('/Lunas:farah+x@lunas.test')
  expect(url.searchParams.get('secret')).toBe(secrets[0])
  expect(url.searchParams.get('issuer')).toBe('Lunas')
})
