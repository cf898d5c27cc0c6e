import { decode, Undecodable } from '#app/integrations/decoding/decode.ts'

/**
 * - not_a_file: no PKCS#12 at all, or a broken one
 * - password: it does not open with this password
 * - incomplete: it holds no certificate with the RSA key that belongs to it
 */
export const pkcs12Faults = ['not_a_file', 'password', 'incomplete'] as const
export type Pkcs12Fault = (typeof pkcs12Faults)[number]

/** A PKCS#12 file that cannot be used, and why. */
export class Pkcs12Unusable extends Error {
  override name = 'Pkcs12Unusable'
  readonly fault: Pkcs12Fault
  constructor(fault: Pkcs12Fault) {
    super(fault)
    this.fault = fault
  }
}

/** Files of certificate authorities take some kilobytes. */
export const pkcs12Limits = { bytes: 1_500_000 } as const

const decoder = '#app/integrations/certificates/pkcs12-decoder.ts'
/** A password is stretched in JavaScript: a hundred thousand rounds take some seconds on a slow machine. */
const limits = { bytes: 200_000_000, seconds: 20, resultBytes: 200_000 }

/**
 * The certificate (DER) and its private key (PKCS#8, DER) of a PKCS#12 file, old ciphers included, read in a process of its
 * own. Refuses (Pkcs12Unusable, with its `fault`) what cannot be used, and (LineFull) while too many files wait.
 */
export async function openPkcs12(
  file: Buffer,
  password: string,
): Promise<{ certificate: Buffer; key: Buffer }> {
  if (file.length > pkcs12Limits.bytes) throw new Pkcs12Unusable('not_a_file')
  // Arguments of a process can be read by others on the machine; what goes into it cannot.
  const secret = Buffer.from(password, 'utf8')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(secret.length)
  const json = await decode(decoder, Buffer.concat([length, secret, file]), { limits }).catch(
    (error: Error) => {
      throw error instanceof Undecodable ? new Pkcs12Unusable('not_a_file') : error
    },
  )
  const answer: { fault: Pkcs12Fault } | { certificate: string; key: string } = JSON.parse(
    json.toString('utf8'),
  )
  if ('fault' in answer) throw new Pkcs12Unusable(answer.fault)
  return { certificate: Buffer.from(answer.certificate, 'base64'), key: Buffer.from(answer.key, 'base64') }
}
