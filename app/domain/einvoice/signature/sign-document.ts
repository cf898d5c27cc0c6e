import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { documentText, utc } from '../document/build-document.ts'
import type { UblDocument } from '../document/ubl.ts'
import { readCertificate } from './certificate.ts'
import { digest } from './digest.ts'
import { qualifyingProperties, signatureBlocks } from './signature-block.ts'
import { type CheckName, failedChecks, verifyDocument } from './verify-document.ts'

export interface Signer {
  certificateDer: Buffer
  /** RSA, private. */
  key: KeyObject
}

/** Signed, and yet it does not verify: nothing may be sent. Names what does not fit, never a value. */
export class SignatureError extends Error {
  override name = 'SignatureError'
  readonly failed: readonly CheckName[]
  constructor(failed: readonly CheckName[]) {
    super(`the signature does not verify: ${failed.join(', ')}`)
    this.failed = failed
  }
}

const signAside = promisify(sign)

/**
 * A document of version 1.1 with the signature that the portal verifies: RSA with SHA-256 over the bytes of the document itself,
 * worked out in the thread pool. One that it bears already is replaced. What it returns has been verified as the portal does it; otherwise it throws a SignatureError.
 */
export async function signDocument(
  document: UblDocument,
  { certificateDer, key }: Signer,
  signedAt: Date,
): Promise<UblDocument> {
  const { UBLExtensions, Signature, ...invoice } = document.Invoice[0]
  const text = documentText({ ...document, Invoice: [invoice] })
  const facts = readCertificate(certificateDer)
  const properties = qualifyingProperties(facts, {
    signedAt: utc(signedAt),
    certificateDigest: digest(certificateDer),
  })
  const value = await signAside('sha256', Buffer.from(text), key)
  const blocks = signatureBlocks({
    ...{ facts, properties, certificate: certificateDer, value: value.toString('base64') },
    propertiesDigest: digest(JSON.stringify(properties)),
    documentDigest: digest(text),
  })
  const signed: UblDocument = { ...document, Invoice: [{ ...invoice, ...blocks }] }
  const failed = failedChecks(verifyDocument(documentText(signed)))
  if (failed.length > 0) throw new SignatureError(failed)
  return signed
}
