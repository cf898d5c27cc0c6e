import { leaf, type UblElement } from '../document/ubl.ts'
import type { CertificateFacts } from './certificate.ts'

/** The names that the portal looks for, in its JSON form of XAdES. */
export const names = {
  method: 'urn:oasis:names:specification:ubl:dsig:enveloped:xades',
  information: 'urn:oasis:names:specification:ubl:signature:1',
  signature: 'urn:oasis:names:specification:ubl:signature:Invoice',
  properties: 'http://uri.etsi.org/01903/v1.3.2#SignedProperties',
  propertiesUri: '#id-xades-signed-props',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  rsaSha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
} as const

const sha256 = () => leaf('', { Algorithm: names.sha256 })

/**
 * When and with which certificate was signed. Its digest is taken of this whole object, `Target` included, in this order of
 * names.
 */
export function qualifyingProperties(
  facts: CertificateFacts,
  { signedAt, certificateDigest }: { signedAt: string; certificateDigest: string },
): UblElement {
  const certificate = {
    CertDigest: [{ DigestMethod: sha256(), DigestValue: leaf(certificateDigest) }],
    IssuerSerial: [issuerSerial(facts)],
  }
  const signed = { SigningTime: leaf(signedAt), SigningCertificate: [{ Cert: [certificate] }] }
  return {
    Target: 'signature',
    SignedProperties: [{ Id: names.propertiesUri.slice(1), SignedSignatureProperties: [signed] }],
  }
}

interface Signed {
  facts: CertificateFacts
  certificate: Buffer
  properties: UblElement
  propertiesDigest: string
  documentDigest: string
  /** In Base64. */
  value: string
}

/** The two elements that a signature adds to an invoice. */
export function signatureBlocks(signed: Signed): { UBLExtensions: UblElement[]; Signature: UblElement[] } {
  const information = {
    ID: leaf(names.information),
    ReferencedSignatureID: leaf(names.signature),
    Signature: [signatureOf(signed)],
  }
  const extension = {
    ExtensionURI: leaf(names.method),
    ExtensionContent: [{ UBLDocumentSignatures: [{ SignatureInformation: [information] }] }],
  }
  return {
    UBLExtensions: [{ UBLExtension: [extension] }],
    Signature: [{ ID: leaf(names.signature), SignatureMethod: leaf(names.method) }],
  }
}

function signatureOf({ facts, certificate, properties, value, ...digests }: Signed): UblElement {
  return {
    Id: 'signature',
    Object: [{ QualifyingProperties: [properties] }],
    KeyInfo: [
      {
        X509Data: [
          {
            X509Certificate: leaf(certificate.toString('base64')),
            // The samples have the issuer here, too.
            X509SubjectName: [{ _: facts.issuer }],
            X509IssuerSerial: [issuerSerial(facts)],
          },
        ],
      },
    ],
    SignatureValue: leaf(value),
    SignedInfo: [
      {
        SignatureMethod: leaf('', { Algorithm: names.rsaSha256 }),
        Reference: [
          reference(names.properties, names.propertiesUri, digests.propertiesDigest),
          reference('', '', digests.documentDigest),
        ],
      },
    ],
  }
}

function reference(Type: string, URI: string, value: string): UblElement {
  return { Type, URI, DigestMethod: sha256(), DigestValue: leaf(value) }
}

function issuerSerial({ issuer, serial }: CertificateFacts): UblElement {
  return { X509IssuerName: [{ _: issuer }], X509SerialNumber: leaf(serial) }
}
