import { type KeyObject, X509Certificate } from 'node:crypto'

export interface Certificate {
  /** SHA-256 of the certificate, lower-case hex without colons. */
  fingerprint: string
  subject: string
  not_before: Date
  not_after: Date
  publicKey: KeyObject
}

const DAY = 86_400_000

/** Clocks and roll-overs are never sharp: a certificate is tried from 3 days before to 3 days after its validity. */
const GRACE = 3 * DAY

/** Days before an expiry at which the operator is to be told, from the first call to the last. */
const ALARM_DAYS = [90, 30, 7, 1] as const

/** Reads one PEM certificate; throws for text that is none or whose key is not RSA. */
export function readCertificate(pem: string): Certificate {
  const certificate = new X509Certificate(pem)
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') throw new TypeError('FPX certificates hold RSA keys')
  return {
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    subject: certificate.subject.replaceAll('\n', ', '),
    not_before: new Date(certificate.validFrom),
    not_after: new Date(certificate.validTo),
    publicKey: certificate.publicKey,
  }
}

export function isUsable(certificate: Certificate, now: Date): boolean {
  return (
    certificate.not_before.getTime() - GRACE <= now.getTime() &&
    now.getTime() <= certificate.not_after.getTime() + GRACE
  )
}

/** In whole days from `now` (negative after the end), and the alarm that this calls for. */
export function certificateExpiry(
  pem: string,
  now: Date,
): { fingerprint: string; subject: string; not_after: Date; days_left: number; alarm: number | null } {
  const { fingerprint, subject, not_after } = readCertificate(pem)
  const days_left = Math.floor((not_after.getTime() - now.getTime()) / DAY)
  const alarm = ALARM_DAYS.findLast((days) => days_left <= days) ?? null
  return { fingerprint, subject, not_after, days_left, alarm }
}
