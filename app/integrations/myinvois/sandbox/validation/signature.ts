import { createHash, verify, X509Certificate } from 'node:crypto'
import { type FaultCode, type Found, found } from '../document/faults.ts'
import { all, attributeAt, type DocumentRead, type Part, textAt } from '../document/read.ts'
import type { Portal } from '../portal.ts'
import type { Kept } from '../store.ts'

const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const DOCUMENT_SIGNING = '1.3.6.1.4.1.311.10.3.12'
const SIGNED_PROPERTIES = '#id-xades-signed-props'
const PATH =
  'document.Invoice.UBLExtensions.UBLExtension.ExtensionContent.UBLDocumentSignatures.SignatureInformation.Signature'

const digest = (text: string | Buffer) => createHash('sha256').update(text).digest('base64')

/**
 * The signature of a document, checked against the document as the portal itself writes it, the certificate within it, the
 * authority that the portal trusts, and who submits. Everything that is wrong is said.
 */
export function signatureFaults(portal: Portal, document: DocumentRead, kept: Kept): Found[] {
  const wrong: Found[] = []
  const add = (code: FaultCode, property: string, ...about: string[]) =>
    wrong.push(found(code, property, PATH, ...about))
  const signature = signatureOf(document)
  if (signature === 'none') add('DS301', 'Signature')
  if (signature === 'several') add('DS300', 'Signature')
  if (typeof signature === 'string') return wrong

  const [qualifying] = all(signature, 'Object.QualifyingProperties')
  if (!qualifying) {
    add('DS300', 'QualifyingProperties')
    return wrong
  }
  const signed = all(qualifying, 'SignedProperties.SignedSignatureProperties')[0] ?? {}
  const signingTime = textAt(signed, 'SigningTime')
  const certificate = certificateOf(textAt(signature, 'KeyInfo.X509Data.X509Certificate'))

  for (const code of digestFaults(document, signature, qualifying)) add(code, 'DigestValue')
  if (signingTime === '') add('DS303', 'SigningTime')
  else if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(signingTime)) add('DS336', 'SigningTime')
  if (!certificate) {
    add('DS305', 'X509Certificate', 'it cannot be read')
    return wrong
  }
  const at = Date.parse(signingTime)
  if (at < certificate.validFromDate.getTime() || at > certificate.validToDate.getTime())
    add('DS304', 'SigningTime')
  for (const code of certificateReferenceFaults(signed, certificate)) add(code, 'SigningCertificate')
  certificateFaults(portal, certificate, add)
  signerFaults(portal, document, kept, certificate, add)
  valueFaults(document, signature, certificate, wrong, add)
  return wrong
}

type Add = (code: FaultCode, property: string, ...about: string[]) => void

function signatureOf({ invoice }: DocumentRead): Part | 'none' | 'several' {
  const signatures = all(
    invoice,
    'UBLExtensions.UBLExtension.ExtensionContent.UBLDocumentSignatures.SignatureInformation.Signature',
  )
  if (signatures.length > 1) return 'several'
  return signatures[0] ?? 'none'
}

/** What was signed: the whole without the signature, as the portal writes it. */
export function signedText({ whole, invoice }: Pick<DocumentRead, 'whole' | 'invoice'>): string {
  const { UBLExtensions: _, Signature: __, ...bare } = invoice
  return JSON.stringify({ ...whole, Invoice: [bare] })
}

/** Digests of document and signed properties. */
export function digestFaults(
  document: Pick<DocumentRead, 'whole' | 'invoice'>,
  signature: Part,
  qualifying: Part,
): FaultCode[] {
  const references = all(signature, 'SignedInfo.Reference')
  const properties = references.find(({ URI }) => URI === SIGNED_PROPERTIES) ?? {}
  const whole = references.find(({ URI }) => URI === '') ?? {}
  const wrong: FaultCode[] = []
  if (textAt(properties, 'DigestValue') === '') wrong.push('DS319')
  else if (textAt(properties, 'DigestValue') !== digest(JSON.stringify(qualifying))) wrong.push('DS320')
  if (textAt(whole, 'DigestValue') === '') wrong.push('DS321')
  else if (textAt(whole, 'DigestValue') !== digest(signedText(document))) wrong.push('DS322')
  if (attributeAt(properties, 'DigestMethod', 'Algorithm') !== SHA256) wrong.push('DS314')
  if (attributeAt(whole, 'DigestMethod', 'Algorithm') !== SHA256) wrong.push('DS315')
  return wrong
}

function certificateOf(base64: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    return null
  }
}

/** What the signature says about its certificate. */
function certificateReferenceFaults(signed: Part, certificate: X509Certificate): FaultCode[] {
  const wrong: FaultCode[] = []
  const cert = all(signed, 'SigningCertificate.Cert')[0] ?? {}
  if (textAt(cert, 'CertDigest.DigestValue') === '') wrong.push('DS317')
  else if (textAt(cert, 'CertDigest.DigestValue') !== digest(certificate.raw)) wrong.push('DS318')
  if (attributeAt(cert, 'CertDigest.DigestMethod', 'Algorithm') !== SHA256) wrong.push('DS313')
  const issuer = textAt(cert, 'IssuerSerial.X509IssuerName')
  if (issuer === '') wrong.push('DS324')
  else if (issuer !== issuerName(certificate)) wrong.push('DS326')
  const serial = textAt(cert, 'IssuerSerial.X509SerialNumber')
  if (serial === '') wrong.push('DS325')
  else if (!/^\d+$/.test(serial)) wrong.push('DS327')
  else if (BigInt(serial) !== BigInt(`0x${certificate.serialNumber}`)) wrong.push('DS328')
  return wrong
}

/** Names that the portal's platform writes in its own way. */
const SHORT: Readonly<Record<string, string>> = {
  emailAddress: 'E',
  ST: 'S',
  serialNumber: 'SERIALNUMBER',
  organizationIdentifier: 'OID.2.5.4.97',
}

/** The parts of the issuer's name, the last one first. */
export function issuerName({ issuer }: X509Certificate): string {
  return issuer
    .split('\n')
    .filter(Boolean)
    .reverse()
    .map((part) => {
      const at = part.indexOf('=')
      const name = part.slice(0, at)
      return `${SHORT[name] ?? name}=${part.slice(at + 1)}`
    })
    .join(', ')
}

/** A part of the subject, such as `O` or `serialNumber`. */
function subjectPart({ subject }: X509Certificate, name: string): string {
  return (
    subject
      .split('\n')
      .find((part) => part.startsWith(`${name}=`))
      ?.slice(name.length + 1) ?? ''
  )
}

function certificateFaults(portal: Portal, certificate: X509Certificate, add: Add): void {
  if (subjectPart(certificate, 'serialNumber') === '') add('DS306', 'SERIALNUMBER')
  const organisation = subjectPart(certificate, 'organizationIdentifier')
  if (organisation === '') add('DS307', 'OrganizationIdentifier')
  if (organisation === '' || subjectPart(certificate, 'O') === '') add('DS309', 'X509Certificate')
  const authority = new X509Certificate(portal.authority.certificate)
  if (!certificate.checkIssued(authority) || !certificate.verify(authority.publicKey))
    add('DS329', 'X509Certificate')
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') add('DS305', 'X509Certificate', 'it is not RSA')
  if (portal.now() > certificate.validToDate.getTime()) add('DS305', 'X509Certificate', 'it has expired')
  if (!certificate.keyUsage?.includes(DOCUMENT_SIGNING) || !isForNonRepudiation(certificate.raw))
    add('DS305', 'X509Certificate', 'it is not made for signing documents')
}

/** Key usage as its bytes stand in the certificate: a bit string whose second bit is non-repudiation. */
function isForNonRepudiation(der: Buffer): boolean {
  const at = der.indexOf(Buffer.from('0603551d0f', 'hex'))
  if (at < 0) return false
  const bits = der.indexOf(3, at + 5)
  return bits >= 0 && bits < at + 14 && ((der[bits + 3] ?? 0) & 0x40) !== 0
}

/** Who signs is who submits: the issuer, or an intermediary that the issuer has appointed. */
function signerFaults(
  { store }: Portal,
  { issuer }: DocumentRead,
  { intermediary }: Kept,
  certificate: X509Certificate,
  add: Add,
): void {
  const tin = subjectPart(certificate, 'organizationIdentifier')
  const number = subjectPart(certificate, 'serialNumber')
  if (intermediary && tin === intermediary.tin) {
    const known = store.rows('taxpayers').get(tin)
    if (known && known.idValue !== number) add('DS310', 'SERIALNUMBER')
    return
  }
  if (tin !== issuer.tin) add('DS311', 'OrganizationIdentifier')
  if (number !== issuer.ids[0]?.value) add('DS312', 'SERIALNUMBER')
}

function valueFaults(
  document: DocumentRead,
  signature: Part,
  certificate: X509Certificate,
  wrong: readonly Found[],
  add: Add,
): void {
  if (attributeAt(signature, 'SignedInfo.SignatureMethod', 'Algorithm') !== RSA_SHA256)
    add('DS323', 'SignatureMethod')
  const value = textAt(signature, 'SignatureValue')
  if (value === '') add('DS332', 'SignatureValue')
  // A document that was changed is told by its digest; its signature says nothing more.
  if (value === '' || wrong.some(({ code }) => code === 'DS322' || code === 'DS321')) return
  const isRight = verify(
    'sha256',
    Buffer.from(signedText(document)),
    certificate.publicKey,
    Buffer.from(value, 'base64'),
  )
  if (!isRight) add('DS333', 'SignatureValue')
}
