import { expect, test } from 'vitest'
import { makePair, renew } from '../test-support.ts'
import { keyFingerprint, readCertificate } from './certificate.ts'
import { certificateFault, endings, shownCertificates } from './validity.ts'

const [old, current, own] = await Promise.all([
  makePair('2024-01-01', '2025-01-01'),
  makePair('2026-01-01', '2027-01-01'),
  makePair('2026-01-01', '2027-06-01'),
])
const next = await renew(current, '2026-12-01', '2029-01-01')
const late = await renew(current, '2027-03-01', '2029-01-01')
const print = (pem: string) => readCertificate(pem).fingerprint

const setUp = (certificates: string[], ownCertificate: string | null = null) => ({
  certificates,
  ownCertificate,
})
const on = (day: string) => new Date(day)

test.each([
  ['2026-10-30', undefined],
  ['2026-11-02', [60, 60]],
  ['2026-12-10', [22, 30]],
  ['2026-12-26', [6, 7]],
  ['2027-01-02', [-1, 7]],
])('on %s the certificate of FPX has ended or ends: %j (days left, step)', (day, expected) => {
  const [found] = endings(setUp([old.certificate, current.certificate]), on(day))
  expect(found && [found.days_left, found.step]).toEqual(expected)
  if (found) expect(found).toMatchObject({ whose: 'fpx', fingerprint: print(current.certificate) })
})

test('nobody is told of a certificate whose successor is there, only of one that leaves a gap', () => {
  const soon = on('2026-12-26')
  expect(endings(setUp([current.certificate, next, old.certificate]), soon)).toEqual([])
  const [gap] = endings(setUp([late, current.certificate]), soon)
  expect(gap).toMatchObject({ fingerprint: print(current.certificate), days_left: 6 })
})

test('our own certificate is watched too', () => {
  expect(endings(setUp([next], own.certificate), on('2027-05-20'))).toMatchObject([
    { whose: 'own', step: 30, days_left: 12 },
  ])
})

test('FPX cannot be talked to when none of its certificates is good, three days after the end, or when ours is over', () => {
  const fault = (day: string, certificates = [current.certificate], ownCertificate: string | null = null) =>
    certificateFault({ certificates, ownCertificate }, on(day))
  expect(fault('2026-12-31')).toBeNull()
  expect(fault('2027-01-03')).toBeNull()
  expect(fault('2027-01-05')).toBe('fpx_expired')
  expect(fault('2027-01-05', [current.certificate, next])).toBeNull()
  expect(fault('2027-01-05', ['rubbish'])).toBe('fpx_expired')
  expect(fault('2027-05-31', [next], own.certificate)).toBeNull()
  expect(fault('2027-06-02', [next], own.certificate)).toBe('own_expired')
})

test('shown are the one in use, which the last message tells, and what came before and comes after', () => {
  const all = [next, current.certificate, old.certificate]
  const states = (heard: string | null) =>
    shownCertificates(all, on('2026-12-26'), heard).map(({ state, fingerprint }) => [fingerprint, state])
  expect(states(null)).toEqual([
    [print(current.certificate), 'in_use'],
    [print(next), 'next'],
    [print(old.certificate), 'expired'],
  ])
  expect(states(print(next)).map(([, state]) => state)).toEqual(['in_use', 'former', 'expired'])
  expect(Object.keys(shownCertificates(all, on('2026-12-26'), null)[0]!)).not.toContain('publicKey')
})

test('the fingerprint of a key is that of its public half', () => {
  expect(keyFingerprint(own.key)).toMatch(/^[0-9a-f]{64}$/)
  expect(keyFingerprint(own.key)).not.toBe(keyFingerprint(current.key))
})
