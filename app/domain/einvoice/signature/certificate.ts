import { X509Certificate } from 'node:crypto'
import { bitsOf, DerError, type DerNode, oidOf, readDer, tags } from './der.ts'
import { attributeOf, attributes, readName, writeName } from './distinguished-name.ts'

/** What a certificate says, as the portal reads it. */
export interface CertificateFacts {
  /** organizationIdentifier, in which certification authorities write the TIN; undefined of a personal certificate. */
  tin: string | undefined
  /** serialNumber of the subject: the number in the register of companies. */
  registrationNo: string | undefined
  subject: string
  /** As it stands in a signature. */
  issuer: string
  /** In decimal digits: the portal refuses hexadecimal ones. */
  serial: string
  from: Date
  to: Date
  usages: { nonRepudiation: boolean; documentSigning: boolean }
  /** Undefined of a key that is not RSA. */
  bits: number | undefined
}

/** Extensions and purposes by their numbers (RFC 5280; Microsoft's document signing, which LHDN asks for). */
const keyUsage = '2.5.29.15'
const extendedKeyUsage = '2.5.29.37'
const documentSigning = '1.3.6.1.4.1.311.10.3.12'
const nonRepudiation = 1

/** Throws of bytes that are no certificate. */
export function readCertificate(der: Buffer): CertificateFacts {
  const certificate = new X509Certificate(der)
  const { subject, issuer, extensions } = partsOf(certificate.raw)
  const usage = extensions.get(keyUsage)
  const purposes = extensions.get(extendedKeyUsage)
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  const { validFromDate: from, validToDate: to } = certificate
  if (!(from < to)) throw new DerError('no time in which it is valid')
  return {
    tin: attributeOf(subject, attributes.organizationIdentifier),
    registrationNo: attributeOf(subject, attributes.serialNumber),
    subject: writeName(subject),
    issuer: writeName(issuer),
    serial: BigInt(`0x${certificate.serialNumber}`).toString(),
    from,
    to,
    usages: {
      nonRepudiation: usage !== undefined && bitsOf(usage).has(nonRepudiation),
      documentSigning: purposes?.children.some((purpose) => oidOf(purpose) === documentSigning) ?? false,
    },
    bits: asymmetricKeyType === 'rsa' ? asymmetricKeyDetails?.modulusLength : undefined,
  }
}

/** The parts of a certificate that Node does not show as they are. */
function partsOf(der: Buffer) {
  const [body] = readDer(der).children
  const fields = body?.children ?? []
  // The version is missing in the oldest form; what follows is always serial, algorithm, issuer, validity, subject, key.
  const first = fields[0]?.tag === 0xa0 ? 1 : 0
  const [, , issuer, , subject] = fields.slice(first)
  const list = fields.find(({ tag }) => tag === 0xa3)?.children[0]?.children ?? []
  return {
    issuer: readName(issuer!),
    subject: readName(subject!),
    extensions: new Map(list.flatMap(entryOf)),
  }
}

/** An extension's number, a flag that may be missing, and a value in DER inside a string of bytes. */
function entryOf({ children }: DerNode): [string, DerNode][] {
  const [id] = children
  const value = children.find(({ tag }) => tag === tags.octetString)
  return id && value ? [[oidOf(id), readDer(value.content)]] : []
}

/** Whose signature the portal expects: the issuer's of the document, or the intermediary's. */
export interface Owner {
  tin: string
  registrationNo: string
}

export const certificateFaultCodes = [
  'certificate.personal',
  'certificate.tin',
  'certificate.registration_no',
  'certificate.not_yet_valid',
  'certificate.expired',
  'certificate.usage',
  'certificate.algorithm',
  'certificate.bits',
] as const
export type CertificateFault = (typeof certificateFaultCodes)[number]

/** 2,048 bits sign in a millisecond and 3,072 in three; 4,096 take six, of every document. */
const mostBits = 3_072
const fewestBits = 2_048

/** Why the portal would refuse what is signed with it (DS304 to DS312 of its rules), or we do; empty of a good one. */
export function certificateFaults(facts: CertificateFacts, owner: Owner, at: Date): CertificateFault[] {
  const { tin, registrationNo, usages, bits } = facts
  const faults: [CertificateFault, boolean][] = [
    ['certificate.personal', tin === undefined],
    ['certificate.tin', tin !== undefined && tin !== owner.tin],
    ['certificate.registration_no', tin !== undefined && registrationNo !== owner.registrationNo],
    ['certificate.not_yet_valid', at < facts.from],
    ['certificate.expired', at > facts.to],
    ['certificate.usage', !usages.nonRepudiation || !usages.documentSigning],
    ['certificate.algorithm', bits === undefined],
    ['certificate.bits', bits !== undefined && (bits < fewestBits || bits > mostBits)],
  ]
  return faults.flatMap(([fault, isSo]) => (isSo ? fault : []))
}
