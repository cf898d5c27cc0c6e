import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { memoizeByText } from './memoize-by-text.ts'

export interface Certificate {
  /** SHA-256 of the certificate, lower-case hex without colons. */
  fingerprint: string
  /** Upper-case hex. */
  serial: string
  subject: string
  not_before: Date
  not_after: Date
  publicKey: KeyObject
}

export const DAY = 86_400_000

/** Clocks and roll-overs are never sharp: a certificate is tried from 3 days before to 3 days after its validity. */
export const GRACE = 3 * DAY

/** Reads one PEM certificate; throws for text that is none or whose key is not RSA. */
export const readCertificate: (pem: string) => Readonly<Certificate> = memoizeByText((pem) => {
  const certificate = new X509Certificate(pem)
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') throw new TypeError('FPX certificates hold RSA keys')
  return {
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    serial: certificate.serialNumber,
    subject: certificate.subject.replaceAll('\n', ', '),
    not_before: new Date(certificate.validFrom),
    not_after: new Date(certificate.validTo),
    publicKey: certificate.publicKey,
  }
})

export function isUsable(certificate: Certificate, now: Date): boolean {
  return (
    certificate.not_before.getTime() - GRACE <= now.getTime() &&
    now.getTime() <= certificate.not_after.getTime() + GRACE
  )
}

/** A damaged file must not silence the certificates beside it; `fpxConfig` is what refuses it out loud. */
export function readable(pem: string): Certificate[] {
  try {
    return [readCertificate(pem)]
  } catch {
    return []
  }
}

/** SHA-256 of the public half, lower-case hex: tells one key from another and gives nothing away. */
export function keyFingerprint(privateKey: string): string {
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest('hex')
}
