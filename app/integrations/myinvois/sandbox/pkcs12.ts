import forge from 'node-forge'
import type { Pair } from './authority.ts'

/**
 * Key, certificate and the authority's certificate in one file, as an authority sends it. `modern` is encrypted with AES-256;
 * `old` as files from before 2020 still are, the certificates with RC2 of 40 bits and the key with Triple DES, which OpenSSL 3
 * no longer opens.
 */
export function pkcs12(pair: Pair, authority: string, password: string, form: 'modern' | 'old'): Buffer {
  const key = forge.pki.privateKeyFromPem(pair.key)
  const chain = [pair.certificate, authority].map((pem) => forge.pki.certificateFromPem(pem))
  const algorithm = form === 'modern' ? 'aes256' : '3des'
  const whole = forge.pkcs12.toPkcs12Asn1(key, chain, password, { algorithm })
  if (form === 'old') encryptCertificates(whole, password)
  return Buffer.from(forge.asn1.toDer(whole).getBytes(), 'binary')
}

const { asn1 } = forge
const sequence = (...parts: forge.asn1.Asn1[]) =>
  asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, parts)
const octets = (bytes: string) => asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OCTETSTRING, false, bytes)
const oid = (value: string) =>
  asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(value).getBytes())
const parts = (value: forge.asn1.Asn1 | undefined) => (value?.value ?? []) as forge.asn1.Asn1[]

const ITERATIONS = 2_048
const DATA = '1.2.840.113549.1.7.1'
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6'
const RC2_OF_40_BITS = '1.2.840.113549.1.12.1.6'

/** The library leaves the certificates open, which old programs did not; the check value over all is made anew. */
function encryptCertificates(whole: forge.asn1.Asn1, password: string): void {
  const [, content, check] = parts(whole)
  const inner = parts(parts(content)[1])[0]
  const safe = asn1.fromDer(inner?.value as string)
  const [first] = parts(safe)
  const open = parts(parts(first)[1])[0]?.value as string
  Object.assign(first ?? {}, encrypted(open, password))
  const bytes = asn1.toDer(safe).getBytes()
  Object.assign(inner ?? {}, { value: bytes })

  const [digestInfo, salt, iterations] = parts(check)
  const count = asn1.derToInteger(iterations?.value as string)
  const key = forge.pkcs12.generateKey(password, forge.util.createBuffer(salt?.value as string), 3, count, 20)
  const mac = forge.hmac.create()
  mac.start(forge.md.sha1.create(), key)
  mac.update(bytes)
  Object.assign(parts(digestInfo)[1] ?? {}, { value: mac.getMac().getBytes() })
}

function encrypted(open: string, password: string): forge.asn1.Asn1 {
  const salt = forge.random.getBytesSync(8)
  const derive = (id: number, length: number) =>
    forge.pkcs12.generateKey(password, forge.util.createBuffer(salt), id, ITERATIONS, length)
  const cipher = forge.rc2.createEncryptionCipher(derive(1, 5), 40)
  cipher.start(derive(2, 8))
  cipher.update(forge.util.createBuffer(open))
  cipher.finish()
  const content = asn1.create(asn1.Class.CONTEXT_SPECIFIC, 0, false, cipher.output.getBytes())
  const iterations = asn1.create(
    asn1.Class.UNIVERSAL,
    asn1.Type.INTEGER,
    false,
    asn1.integerToDer(ITERATIONS).getBytes(),
  )
  const version = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.INTEGER, false, asn1.integerToDer(0).getBytes())
  const algorithm = sequence(oid(RC2_OF_40_BITS), sequence(octets(salt), iterations))
  return sequence(
    oid(ENCRYPTED_DATA),
    asn1.create(asn1.Class.CONTEXT_SPECIFIC, 0, true, [
      sequence(version, sequence(oid(DATA), algorithm, content)),
    ]),
  )
}
