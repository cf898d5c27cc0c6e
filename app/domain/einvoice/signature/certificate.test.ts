import { describe, expect, test } from 'vitest'
import { certificateFaults, readCertificate } from './certificate.ts'
import { type CertificateOptions, testSigner } from './test-support.ts'

const at = new Date('2026-11-29T00:00:00Z')
const owner = { tin: 'C1234567890', registrationNo: '202001234567' }
const facts = (options?: CertificateOptions) => readCertificate(testSigner(options).certificateDer)
const faults = (options?: CertificateOptions, when = at) => certificateFaults(facts(options), owner, when)

test('a certificate says whose it is, by whom, for how long and for what', () => {
  expect(facts()).toEqual({
    tin: 'C1234567890',
    registrationNo: '202001234567',
    subject:
      'CN=Tadika Contoh Sdn Bhd, SERIALNUMBER=202001234567, OID.2.5.4.97=C1234567890, O=Tadika Contoh Sdn Bhd, C=MY',
    issuer: 'C=MY, O=Contoh Trust Sdn Bhd, OU=1000000-X, CN=Contoh CA',
    serial: '1308502606566147853',
    from: new Date('2026-01-01T00:00:00Z'),
    to: new Date('2028-01-01T00:00:00Z'),
    usages: { nonRepudiation: true, documentSigning: true },
    bits: 2_048,
  })
})

describe('the issuer is written from the end of the certificate to its beginning', () => {
  const issuer = (...rdns: [string, string][]) =>
    facts({ issuer: rdns.map(([type, value]) => ({ type, value })) }).issuer

  test('whatever its order is', () => {
    expect(issuer(['2.5.4.6', 'MY'], ['2.5.4.10', 'Contoh'], ['2.5.4.3', 'CA'])).toBe('CN=CA, O=Contoh, C=MY')
    expect(issuer(['2.5.4.3', 'CA'], ['2.5.4.10', 'Contoh'], ['2.5.4.6', 'MY'])).toBe('C=MY, O=Contoh, CN=CA')
  })

  test('with the portal’s names, and quotes around commas', () => {
    expect(
      issuer(
        ['1.2.840.113549.1.9.1', 'ca@contoh.example'],
        ['2.5.4.8', 'Selangor'],
        ['2.5.4.10', 'Satu, "Dua"'],
      ),
    ).toBe('O="Satu, ""Dua""", S=Selangor, E=ca@contoh.example')
  })
})

describe('a certificate is refused', () => {
  test('not when it is as it should be', () => {
    expect(faults()).toEqual([])
    expect(faults({ bits: 3_072 })).toEqual([])
  })

  test('of another TIN or registration number', () => {
    expect(faults({ tin: 'C9999999990' })).toEqual(['certificate.tin'])
    expect(faults({ registrationNo: '199901000001' })).toEqual(['certificate.registration_no'])
  })

  test('of a person, who has no TIN of an organisation in it', () => {
    expect(faults({ tin: undefined, registrationNo: '850101005678' })).toEqual(['certificate.personal'])
  })

  test('outside its time', () => {
    expect(faults({}, new Date('2025-12-31T23:59:59Z'))).toEqual(['certificate.not_yet_valid'])
    expect(faults({}, new Date('2028-01-01T00:00:00Z'))).toEqual([])
    expect(faults({}, new Date('2028-01-01T00:00:01Z'))).toEqual(['certificate.expired'])
  })

  test('made for something else', () => {
    expect(faults({ nonRepudiation: false })).toEqual(['certificate.usage'])
    expect(faults({ documentSigning: false })).toEqual(['certificate.usage'])
  })

  test('with a key that is too short, or so long that it slows everything', () => {
    expect(faults({ bits: 4_096 })).toEqual(['certificate.bits'])
    expect(faults({ bits: 1_024 })).toEqual(['certificate.bits'])
    expect(certificateFaults({ ...facts(), bits: undefined }, owner, at)).toEqual(['certificate.algorithm'])
  })
})

test('what is no certificate is refused', () => {
  const { certificateDer } = testSigner()
  for (const bytes of [Buffer.alloc(0), Buffer.from('x'), certificateDer.subarray(0, 200)]) {
    expect(() => readCertificate(bytes)).toThrow()
  }
})
