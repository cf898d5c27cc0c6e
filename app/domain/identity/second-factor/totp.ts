import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, half a minute. */
const period = 30
/** Steps by which a phone's clock may be off in either direction. */
const drift = 1
const issuer = 'Lunas'

/** 20 bytes, as long as the hash (RFC 4226, section 4). */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What an app reads from the QR code. */
export function totpAddress(secret: string, email: string): string {
  return totp(secret, email).toString()
}

/** The half minute (since 1970) of the code, if it is the one of `at` or a neighbour. Compares in constant time. */
export function totpStep(secret: string, code: string, at: Date): number | undefined {
  // The library throws at what is not as long as a code in bytes.
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = at.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: drift })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}

function totp(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: Secret.fromBase32(secret),
  })
}
