import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import forge from 'node-forge'

/** RSA key and X.509 certificate, both PEM. */
export interface Pair {
  key: string
  certificate: string
}

/** Whom a certificate is for, and what is wrong with it. */
export interface CertificateOrder {
  name: string
  tin: string
  /** Company number, or MyKad number of a person. */
  registrationNo: string
  /**
   * - organisation: as the portal wants it
   * - personal: of a person, without organisation and TIN
   * - expired: ended a day ago
   * - self_signed: of no authority
   * - other_usage: not made for signing documents
   */
  kind?: 'organisation' | 'personal' | 'expired' | 'self_signed' | 'other_usage'
  /** 2048 unless it is said. */
  bits?: 2048 | 3072 | 4096
}

export interface Authority {
  certificate: string
  issue(order: CertificateOrder, now: number): Pair
}

const DAY = 86_400_000
const YEAR = 365 * DAY
const DOCUMENT_SIGNING = '1.3.6.1.4.1.311.10.3.12'

type Attribute = forge.pki.CertificateField

const named = (shortName: string, value: string): Attribute => ({ shortName, value })
const typed = (type: string, value: string): Attribute =>
  ({ type, value, valueTagClass: forge.asn1.Type.UTF8 }) as unknown as Attribute

/** The sandbox's own authority: made on the first start, and again when its certificate has less than a year left. */
export async function openAuthority(directory: string, now: number): Promise<Authority> {
  const pair = await openPair(directory, now)
  const caKey = forge.pki.privateKeyFromPem(pair.key)
  const caCertificate = forge.pki.certificateFromPem(pair.certificate)
  return {
    certificate: pair.certificate,
    issue(order, at) {
      const keys = generateKeys(order.bits ?? 2048)
      const isExpired = order.kind === 'expired'
      const isSelfSigned = order.kind === 'self_signed'
      const subject = subjectOf(order)
      const certificate = fill({
        publicKey: keys.publicKey,
        subject,
        issuer: isSelfSigned ? subject : caCertificate.subject.attributes,
        from: at - (isExpired ? YEAR : DAY),
        to: at + (isExpired ? -DAY : 2 * YEAR),
        extensions: [
          {
            name: 'keyUsage',
            critical: true,
            digitalSignature: true,
            nonRepudiation: order.kind !== 'other_usage',
          },
          {
            name: 'extKeyUsage',
            emailProtection: true,
            ...(order.kind !== 'other_usage' && { [DOCUMENT_SIGNING]: true }),
          },
        ],
      })
      certificate.sign(isSelfSigned ? forge.pki.privateKeyFromPem(keys.key) : caKey, forge.md.sha256.create())
      return { key: keys.key, certificate: forge.pki.certificateToPem(certificate) }
    },
  }
}

function subjectOf({ name, tin, registrationNo, kind }: CertificateOrder): Attribute[] {
  const base = [named('C', 'MY'), named('CN', name)]
  if (kind === 'personal') return base
  return [...base, named('O', name), typed('2.5.4.97', tin), typed('2.5.4.5', registrationNo)]
}

async function openPair(directory: string, now: number): Promise<Pair> {
  const [keyFile, certificateFile] = [join(directory, 'authority.key'), join(directory, 'authority.cer')]
  try {
    const [key, certificate] = await Promise.all([
      readFile(keyFile, 'utf8'),
      readFile(certificateFile, 'utf8'),
    ])
    const { validToDate, validFromDate } = new X509Certificate(certificate)
    if (validToDate.getTime() - now > YEAR && validFromDate.getTime() < now) return { key, certificate }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const { key, publicKey } = generateKeys(2048)
  const subject = [
    named('C', 'MY'),
    named('O', 'Sandbox Trust Services'),
    named('OU', 'No real authority'),
    named('CN', 'Sandbox e-Invoice CA'),
  ]
  const certificate = fill({
    ...{ publicKey, subject, issuer: subject, from: now - 5 * YEAR, to: now + 10 * YEAR },
    extensions: [
      { name: 'basicConstraints', critical: true, cA: true },
      { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
    ],
  })
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create())
  const pair = { key, certificate: forge.pki.certificateToPem(certificate) }
  await mkdir(directory, { recursive: true })
  await write(keyFile, pair.key, 0o600)
  await write(certificateFile, pair.certificate, 0o644)
  return pair
}

/** The key is made by Node: the library would take seconds. */
function generateKeys(bits: number): { key: string; publicKey: forge.pki.PublicKey } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: bits,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { key: privateKey, publicKey: forge.pki.publicKeyFromPem(publicKey) }
}

interface Filling {
  publicKey: forge.pki.PublicKey
  subject: Attribute[]
  issuer: Attribute[]
  from: number
  to: number
  extensions: object[]
}

function fill({ publicKey, subject, issuer, from, to, extensions }: Filling): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  // Positive: a number that begins with a bit of one would be read as negative.
  certificate.serialNumber = `5${forge.util.bytesToHex(forge.random.getBytesSync(12)).slice(1)}`
  certificate.validity.notBefore = new Date(from)
  certificate.validity.notAfter = new Date(to)
  certificate.setSubject(subject)
  certificate.setIssuer(issuer)
  certificate.setExtensions(extensions)
  return certificate
}

async function write(file: string, text: string, mode: number): Promise<void> {
  await writeFile(`${file}.new`, text, { mode })
  await rename(`${file}.new`, file)
}
