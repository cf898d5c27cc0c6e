import { type Found, found } from '../document/faults.ts'
import { all, type DocumentRead } from '../document/read.ts'
import type { Portal } from '../portal.ts'

const PATH = 'Invoice.BillingReference.InvoiceDocumentReference.UUID'

/** UUIDs of the documents that a note corrects; `NA` stands for one from before e-invoicing. */
export function referencesOf({ invoice }: DocumentRead): string[] {
  return all(invoice, 'BillingReference.InvoiceDocumentReference.UUID').flatMap(({ _ }) =>
    _ === 'NA' || !_ ? [] : [String(_)],
  )
}

/** Whatever a note corrects is there, valid, of the same issuer and of the same family. */
export function referenceFaults({ store }: Portal, document: DocumentRead): Found[] {
  return referencesOf(document).flatMap((uuid) => {
    const original = store.rows('documents').get(uuid)
    if (!original || original.issuerTin !== document.issuer.tin)
      return [found('DR301', 'OriginalDocument', PATH, uuid)]
    if (original.status !== 'Valid') return [found('DR303', 'OriginalDocument', PATH, uuid, original.status)]
    if (original.type.startsWith('1') !== document.isSelfBilled)
      return [found('DR304', 'OriginalDocument', PATH, uuid)]
    return []
  })
}
