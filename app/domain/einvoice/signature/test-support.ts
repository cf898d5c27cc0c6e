import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'
import type { Signer } from './sign-document.ts'

export interface CertificateOptions {
  tin?: string | undefined
  registrationNo?: string
  bits?: number
  from?: Date
  to?: Date
  /** Key usage and purpose as certification authorities give them to organisations, or others. */
  nonRepudiation?: boolean
  documentSigning?: boolean
  /** Of the issuer, in the order of the certificate. */
  issuer?: { type: string; value: string }[]
  serial?: string
}

const attribute = (type: string, value: string) => ({
  type,
  value,
  valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class,
})
/** An authority that there is not. */
const authority = [
  { type: '2.5.4.3', value: 'Contoh CA' },
  { type: '2.5.4.11', value: '1000000-X' },
  { type: '2.5.4.10', value: 'Contoh Trust Sdn Bhd' },
  { type: '2.5.4.6', value: 'MY' },
]

const keys = new Map<number, { pem: string; forged: forge.pki.rsa.KeyPair }>()

/** Making one takes a second; each size once for a file of tests. */
function keyOf(bits: number) {
  const known = keys.get(bits)
  if (known) return known
  const pem = generateKeyPairSync('rsa', { modulusLength: bits })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  const privateKey = forge.pki.privateKeyFromPem(pem)
  const publicKey = forge.pki.setRsaPublicKey(privateKey.n, privateKey.e)
  const made = { pem, forged: { privateKey, publicKey } }
  keys.set(bits, made)
  return made
}

/** A certificate with which the invented school signs, and its key. */
export function testSigner(options: CertificateOptions = {}): Signer {
  const { bits = 2_048, nonRepudiation = true, documentSigning = true, issuer = authority } = options
  const tin = 'tin' in options ? options.tin : 'C1234567890'
  const { pem, forged } = keyOf(bits)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forged.publicKey
  certificate.serialNumber = options.serial ?? '1228bc301c0c470d'
  certificate.validity.notBefore = options.from ?? new Date('2026-01-01T00:00:00Z')
  certificate.validity.notAfter = options.to ?? new Date('2028-01-01T00:00:00Z')
  certificate.setSubject([
    attribute('2.5.4.6', 'MY'),
    attribute('2.5.4.10', 'Tadika Contoh Sdn Bhd'),
    ...(tin ? [attribute('2.5.4.97', tin)] : []),
    attribute('2.5.4.5', options.registrationNo ?? '202001234567'),
    attribute('2.5.4.3', 'Tadika Contoh Sdn Bhd'),
  ])
  certificate.setIssuer(issuer.map(({ type, value }) => attribute(type, value)))
  certificate.setExtensions([
    { name: 'keyUsage', critical: true, digitalSignature: true, nonRepudiation },
    { name: 'extKeyUsage', emailProtection: true, [documentSigningPurpose]: documentSigning },
  ])
  certificate.sign(forged.privateKey, forge.md.sha256.create())
  const der = forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes()
  return { certificateDer: Buffer.from(der, 'binary'), key: createPrivateKey(pem) }
}

const documentSigningPurpose = '1.3.6.1.4.1.311.10.3.12'
