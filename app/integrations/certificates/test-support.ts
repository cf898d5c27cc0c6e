import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import forge from 'node-forge'

const { asn1, pki, util, pkcs12 } = forge
const { Class, Type } = asn1

/** Document signing, as the portal demands it. */
export const documentSigning = '1.3.6.1.4.1.311.10.3.12'

interface Wanted {
  tin?: string | null
  registrationNo?: string | null
  organisation?: string | null
  from?: Date
  to?: Date
  /** Without signing of documents: one that a person has for mail. */
  forMail?: boolean
  bits?: number
}

/** A key of our own; making one takes longer than all else here. */
const keys = new Map<number, string>()
function keyOf(bits: number): string {
  const made =
    keys.get(bits) ??
    generateKeyPairSync('rsa', { modulusLength: bits })
      .privateKey.export({ type: 'pkcs1', format: 'pem' })
      .toString()
  keys.set(bits, made)
  return made
}

/** A certificate of an invented authority, with its key, as an organisation gets it for e-invoices unless told otherwise. */
export function makeCertificate({
  tin = 'C1234567890',
  registrationNo = '202001234567',
  organisation = 'Tadika Contoh Sdn Bhd',
  from = new Date('2026-01-01T00:00:00Z'),
  to = new Date('2028-12-31T00:00:00Z'),
  forMail = false,
  bits = 2048,
}: Wanted = {}) {
  const key = pki.privateKeyFromPem(keyOf(bits))
  const certificate = pki.createCertificate()
  certificate.publicKey = pki.setRsaPublicKey(key.n, key.e)
  // Never begins with a zero byte, which would be no minimal INTEGER: OpenSSL refuses such a certificate.
  certificate.serialNumber = `40${randomBytes(12).toString('hex')}`
  certificate.validity.notBefore = from
  certificate.validity.notAfter = to
  const named = (type: string, value: string | null) => (value === null ? [] : [{ type, value }])
  certificate.setSubject([
    { name: 'countryName', value: 'MY' },
    ...(organisation === null ? [] : [{ name: 'organizationName', value: organisation }]),
    { name: 'commonName', value: organisation ?? 'Aisyah binti Contoh' },
    ...named('2.5.4.97', tin),
    ...named('2.5.4.5', registrationNo),
  ])
  certificate.setIssuer([
    { name: 'countryName', value: 'MY' },
    { name: 'organizationName', value: 'Contoh Trust' },
    { name: 'commonName', value: 'Contoh Trust Class 2 CA' },
  ])
  certificate.setExtensions([
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: !forMail },
    { name: 'extKeyUsage', ...(forMail ? { emailProtection: true } : { [documentSigning]: true }) },
  ])
  certificate.sign(key, forge.md.sha256.create())
  return {
    ...{ certificate, key, der: bytesOf(pki.certificateToAsn1(certificate)) },
    pkcs8: bytesOf(pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key))),
  }
}

export type Made = ReturnType<typeof makeCertificate>

export type Cipher = 'aes256' | '3des' | 'rc2'

/** A PKCS#12 file as today's tools write it (`aes256`), or those of fifteen years ago; with another's key, or none. */
export function pkcs12Of(
  made: Made,
  password: string,
  { cipher = 'aes256', key = made.key }: { cipher?: Cipher; key?: forge.pki.rsa.PrivateKey | null } = {},
): Buffer {
  if (cipher !== 'rc2' && key) {
    const chain = [made.certificate]
    return bytesOf(pkcs12.toPkcs12Asn1(key, chain, password, { algorithm: cipher }))
  }
  const parts = [encryptedByRc2(safeBags([certificateBag(made)]), password)]
  if (key) parts.push(data(asn1.toDer(safeBags([keyBag(key, password)])).getBytes()))
  return pfx(asn1.toDer(sequence(...parts)).getBytes(), password)
}

const bytesOf = (read: forge.asn1.Asn1) => Buffer.from(asn1.toDer(read).getBytes(), 'latin1')
const sequence = (...of: forge.asn1.Asn1[]) => asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, of)
const octets = (bytes: string) => asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, bytes)
const oid = (name: string) => asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(name).getBytes())
const integer = (value: number) =>
  asn1.create(Class.UNIVERSAL, Type.INTEGER, false, asn1.integerToDer(value).getBytes())
const explicit = (of: forge.asn1.Asn1) => asn1.create(Class.CONTEXT_SPECIFIC, 0, true, [of])
const data = (bytes: string) => sequence(oid(pki.oids.data!), explicit(octets(bytes)))
const safeBags = (bags: forge.asn1.Asn1[]) => sequence(...bags)

const certificateBag = ({ der }: Made) =>
  sequence(
    oid(pki.oids.certBag!),
    explicit(sequence(oid(pki.oids.x509Certificate!), explicit(octets(der.toString('latin1'))))),
  )

const keyBag = (key: forge.pki.rsa.PrivateKey, password: string) =>
  sequence(
    oid(pki.oids.pkcs8ShroudedKeyBag!),
    explicit(
      pki.encryptPrivateKeyInfo(pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key)), password, {
        algorithm: '3des',
      }),
    ),
  )

const rounds = 2_048
const derived = (password: string, salt: string, id: number, bytes: number) =>
  (pkcs12 as unknown as { generateKey(...of: unknown[]): forge.util.ByteStringBuffer }).generateKey(
    ...[password, util.createBuffer(salt), id, rounds, bytes, forge.md.sha1.create()],
  )

/** `pbeWithSHAAnd40BitRC2-CBC`, which OpenSSL 3 opens no more. */
function encryptedByRc2(content: forge.asn1.Asn1, password: string): forge.asn1.Asn1 {
  const salt = randomBytes(8).toString('latin1')
  const cipher = forge.rc2.createEncryptionCipher(derived(password, salt, 1, 5).getBytes(), 40)
  cipher.start(derived(password, salt, 2, 8))
  cipher.update(asn1.toDer(content))
  cipher.finish()
  const algorithm = sequence(oid('1.2.840.113549.1.12.1.6'), sequence(octets(salt), integer(rounds)))
  const encrypted = asn1.create(Class.CONTEXT_SPECIFIC, 0, false, cipher.output.getBytes())
  return sequence(
    oid(pki.oids.encryptedData!),
    explicit(sequence(integer(0), sequence(oid(pki.oids.data!), algorithm, encrypted))),
  )
}

function pfx(safe: string, password: string): Buffer {
  const salt = randomBytes(8).toString('latin1')
  const mac = forge.hmac.create()
  mac.start('sha1', derived(password, salt, 3, 20))
  mac.update(safe)
  const digest = sequence(
    sequence(oid(pki.oids.sha1!), asn1.create(Class.UNIVERSAL, Type.NULL, false, '')),
    octets(mac.getMac().getBytes()),
  )
  return bytesOf(sequence(integer(3), data(safe), sequence(digest, octets(salt), integer(rounds))))
}

/** For a look at whether two are the same. */
export const fingerprint = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
