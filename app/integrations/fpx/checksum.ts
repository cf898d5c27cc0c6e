import { createPrivateKey, createSign, createVerify } from 'node:crypto'
import { type Certificate, isUsable, readable } from './certificates/certificate.ts'
import { memoizeByText } from './certificates/memoize-by-text.ts'

/**
 * FPX signs with RSA PKCS#1 v1.5 over SHA-1 and a key of 2048 bits, written as 512 hexadecimal characters.
 * SHA-1 is FPX's choice, not ours (PayNet's interfacing guide; a recorded UAT message verifies with nothing else).
 */
const ALGORITHM = 'RSA-SHA1'
const CHECKSUM = /^[0-9A-Fa-f]{512}$/

/** Why a checksum was not believed; `certificate_expired`: genuine, but signed with a key out of date. */
export type ChecksumFault = 'checksum_format' | 'no_certificate' | 'certificate_expired' | 'signature'

export type Verification = { ok: true; fingerprint: string } | { ok: false; reason: ChecksumFault }

/** With the exchange's private key (PEM): 512 upper-case hex characters. */
export function sign(source: string, privateKey: string): string {
  return createSign(ALGORITHM).update(source, 'utf8').sign(signingKey(privateKey), 'hex').toUpperCase()
}

const signingKey = memoizeByText((pem) => {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'rsa' || key.asymmetricKeyDetails?.modulusLength !== 2048)
    throw new TypeError('FPX signs with an RSA key of 2048 bits')
  return key
})

/**
 * With the certificates (PEM) that are valid `now`, give or take three days, newest first; says whose it is, so that
 * the caller can log it and notice when the next one comes into use. Either case of hex is taken. Never throws.
 */
export function verify(
  source: string,
  checksum: string,
  certificates: readonly string[],
  now: Date,
): Verification {
  if (!CHECKSUM.test(checksum)) return { ok: false, reason: 'checksum_format' }
  const known = certificates.flatMap(readable).sort((a, b) => b.not_before.getTime() - a.not_before.getTime())
  if (known.length === 0) return { ok: false, reason: 'no_certificate' }

  const signer = known
    .filter((certificate) => isUsable(certificate, now))
    .find((certificate) => isSignedBy(certificate, source, checksum))
  if (signer) return { ok: true, fingerprint: signer.fingerprint }

  const late = known.some((certificate) => isSignedBy(certificate, source, checksum))
  return { ok: false, reason: late ? 'certificate_expired' : 'signature' }
}

function isSignedBy(certificate: Certificate, source: string, checksum: string): boolean {
  try {
    return createVerify(ALGORITHM).update(source, 'utf8').verify(certificate.publicKey, checksum, 'hex')
  } catch {
    return false
  }
}
