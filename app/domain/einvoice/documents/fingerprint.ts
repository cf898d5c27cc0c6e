import { createHash } from 'node:crypto'
import { buildDocument, documentText } from '../document/build-document.ts'
import type { EInvoice } from '../document/document.ts'
import { explainFault } from '../faults/explain.ts'
import type { DocumentVersion, Fault } from '../words.ts'
import type { ComposedDocument } from './compose-documents.ts'

/** SHA-256 of what a document says without its time and its signature, in hexadecimal; it is stored with each attempt. */
export function fingerprintOf(document: ComposedDocument, version: DocumentVersion): string {
  const stamped: EInvoice = { ...document, version, issuedAt: new Date(0) }
  return createHash('sha256')
    .update(documentText(buildDocument(stamped)))
    .digest('hex')
}

/** The portal has refused exactly this before, and by no fault of its own: the same again would be refused again. */
export const isUnchanged = (
  fingerprint: string | null,
  before: { fingerprint: string | null; faults: readonly Fault[] },
): boolean =>
  before.fingerprint !== null &&
  before.fingerprint === fingerprint &&
  !before.faults.some((fault) => explainFault(fault).retry)
