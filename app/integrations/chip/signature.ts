import { createHash, createPublicKey, verify } from 'node:crypto'

/** The header that carries it: base64 of RSA PKCS#1 v1.5 with SHA-256. */
export const SIGNATURE = 'x-signature'

/**
 * Over the raw bytes as they came: a body that was read and written again is another. Never throws, whatever key or
 * signature it is given.
 */
export function isSigned(raw: Uint8Array, signature: string | null, pem: string | null): boolean {
  if (!signature || !pem || !/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'rsa' && verify('RSA-SHA256', raw, key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/**
 * A key as CHIP sends it, in PEM; some of its answers have `\n` for each line's end in the text. Null when it is no RSA
 * key.
 */
export function readKey(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 4_096) return null
  const pem = text.replaceAll('\\n', '\n').trim()
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa' ? `${pem}\n` : null
  } catch {
    return null
  }
}

/** By which a log says which key verified a message. */
export function keyFingerprint(pem: string): string {
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex')
}
