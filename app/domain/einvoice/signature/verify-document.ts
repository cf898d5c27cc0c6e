import { verify, X509Certificate } from 'node:crypto'
import { type CertificateFacts, readCertificate } from './certificate.ts'
import { digest } from './digest.ts'
import { parseKeepingNumbers } from './number-text.ts'
import { names } from './signature-block.ts'

/**
 * What is compared, in this order:
 * - json, signed: it is a document, and has one signature in the portal's form
 * - methods: SHA-256 and RSA, under the names that the portal knows
 * - document, properties, certificate: the three digests
 * - signature: its value, over the bytes of the document
 * - issuer, serial: of the certificate, as they are stated in the signature
 * - time: in UTC, while the certificate was valid
 */
export const checkNames = [
  'json',
  'signed',
  'methods',
  'document',
  'properties',
  'certificate',
  'signature',
  'issuer',
  'serial',
  'time',
] as const
export type CheckName = (typeof checkNames)[number]

export interface Check {
  what: CheckName
  fits: boolean
  /** What the document says, and what was worked out. */
  stated?: string | undefined
  found?: string | undefined
}

export interface Verification {
  fits: boolean
  checks: readonly Check[]
  certificate?: CertificateFacts
  /**
   * `kept`: the digest is of numbers as they are written (`85.0`), not of their shortest form. The portal writes the shortest
   * before it hashes and would refuse the document; one of LHDN's own samples is so.
   */
  numbers: 'shortest' | 'kept'
}

export function failedChecks({ checks }: Verification): CheckName[] {
  return checks.flatMap(({ what, fits }) => (fits ? [] : what))
}

/** Verifies any signed document, also one that is printed over many lines, by writing it anew as the portal does. */
export function verifyDocument(text: string): Verification {
  const document = read(text)
  if (!document) return failed('json')
  const signature = signatureIn(document)
  if (!signature) return failed('signed')
  const certified = certificateIn(signature)
  if (!certified) return failed('certificate')
  const { certificate, facts } = certified
  const stated = statedIn(signature)
  const { body, numbers } = unsignedText(document, text, stated.document)
  const checks: Check[] = [
    compared('methods', stated.methods, methods),
    compared('document', [stated.document], digest(body)),
    compared('properties', [stated.properties], digest(JSON.stringify(propertiesIn(signature)))),
    compared('certificate', [stated.certificate], digest(certificate.raw)),
    { what: 'signature', fits: isSigned(body, certificate, stated.value) },
    compared('issuer', stated.issuers, facts.issuer),
    compared('serial', stated.serials, facts.serial),
    timed(stated.signedAt, facts),
  ]
  return { fits: checks.every(({ fits }) => fits), checks, certificate: facts, numbers }
}

/** Nothing behind the first gap can be looked at. */
function failed(what: CheckName): Verification {
  return { fits: false, checks: [{ what, fits: false }], numbers: 'shortest' }
}

function compared(what: CheckName, stated: readonly string[], found: string): Check {
  const other = stated.find((one) => one !== found)
  return { what, fits: stated.length > 0 && other === undefined, stated: other ?? stated[0], found }
}

/** Of the certificate's digest, of each reference, and of the signature. */
const methods = [names.sha256, names.sha256, names.sha256, names.rsaSha256].join(' ')

/** `2026-11-30T16:30:00Z` */
const utcTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

function timed(stated: string, { from, to }: CertificateFacts): Check {
  const at = utcTime.test(stated) ? Date.parse(stated) : Number.NaN
  return {
    what: 'time',
    fits: at >= from.getTime() && at <= to.getTime(),
    stated,
    found: `${from.toISOString()} - ${to.toISOString()}`,
  }
}

function isSigned(body: string, { publicKey }: X509Certificate, value: string): boolean {
  if (publicKey.asymmetricKeyType !== 'rsa') return false
  return verify('sha256', Buffer.from(body), publicKey, Buffer.from(value, 'base64'))
}

interface Document {
  Invoice: Record<string, unknown>[]
}

function read(text: string): Document | undefined {
  try {
    const document: unknown = JSON.parse(text)
    return isRecord(document) && isRecord(firstOf(document.Invoice))
      ? (document as unknown as Document)
      : undefined
  } catch {
    return undefined
  }
}

/** The document as it was before it was signed, in the form of which the digest was taken. */
function unsignedText(
  document: Document,
  text: string,
  stated: string,
): { body: string; numbers: Verification['numbers'] } {
  const shortest = withoutSignature(document)
  if (digest(shortest) === stated) return { body: shortest, numbers: 'shortest' }
  const kept = withoutSignature(parseKeepingNumbers(text) as Document)
  if (digest(kept) === stated) return { body: kept, numbers: 'kept' }
  return { body: shortest, numbers: 'shortest' }
}

function withoutSignature(document: Document): string {
  const { UBLExtensions, Signature, ...invoice } = document.Invoice[0]!
  return JSON.stringify({ ...document, Invoice: [invoice] })
}

/** The one signature of a document; undefined of none, and of several. */
function signatureIn(document: Document): Record<string, unknown> | undefined {
  const path = [
    'UBLExtensions',
    'UBLExtension',
    'ExtensionContent',
    'UBLDocumentSignatures',
    'SignatureInformation',
    'Signature',
  ]
  let found: unknown = document.Invoice[0]
  for (const name of path) {
    const list: unknown = isRecord(found) ? found[name] : undefined
    if (!Array.isArray(list) || list.length !== 1) return undefined
    found = list[0]
  }
  return isRecord(found) ? found : undefined
}

function certificateIn(
  signature: unknown,
): { certificate: X509Certificate; facts: CertificateFacts } | undefined {
  try {
    const der = Buffer.from(valueAt(signature, 'KeyInfo', 'X509Data', 'X509Certificate'), 'base64')
    return { certificate: new X509Certificate(der), facts: readCertificate(der) }
  } catch {
    return undefined
  }
}

const propertiesIn = (signature: unknown): unknown => at(signature, 'Object', 'QualifyingProperties') ?? null

/** What the signature says, empty where it says nothing. */
function statedIn(signature: unknown) {
  const list: unknown = isRecord(signature) ? at(signature, 'SignedInfo') : undefined
  const references: unknown[] = isRecord(list) && Array.isArray(list.Reference) ? list.Reference : []
  const referenceTo = (uri: string) => references.find((one) => isRecord(one) && one.URI === uri)
  const signed = at(propertiesIn(signature), 'SignedProperties', 'SignedSignatureProperties')
  const certificate = at(signed, 'SigningCertificate', 'Cert')
  const places = [at(certificate, 'IssuerSerial'), at(signature, 'KeyInfo', 'X509Data', 'X509IssuerSerial')]
  return {
    methods: [
      [
        methodAt(certificate, 'CertDigest', 'DigestMethod'),
        methodAt(referenceTo(names.propertiesUri), 'DigestMethod'),
        methodAt(referenceTo(''), 'DigestMethod'),
        methodAt(list, 'SignatureMethod'),
      ].join(' '),
    ],
    document: valueAt(referenceTo(''), 'DigestValue'),
    properties: valueAt(referenceTo(names.propertiesUri), 'DigestValue'),
    certificate: valueAt(certificate, 'CertDigest', 'DigestValue'),
    value: valueAt(signature, 'SignatureValue'),
    issuers: places.map((place) => valueAt(place, 'X509IssuerName')),
    serials: places.map((place) => valueAt(place, 'X509SerialNumber')),
    signedAt: valueAt(signed, 'SigningTime'),
  }
}

/** Goes down into the first of each list. */
function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const name of path) found = isRecord(found) ? firstOf(found[name]) : undefined
  return found
}

/** The text of a leaf; empty when there is none. */
const valueAt = (value: unknown, ...path: readonly string[]): string => attributeAt('_', value, path)

const methodAt = (value: unknown, ...path: readonly string[]): string => attributeAt('Algorithm', value, path)

function attributeAt(name: string, value: unknown, path: readonly string[]): string {
  const leaf = at(value, ...path)
  const attribute = isRecord(leaf) ? leaf[name] : undefined
  return typeof attribute === 'string' ? attribute : ''
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
