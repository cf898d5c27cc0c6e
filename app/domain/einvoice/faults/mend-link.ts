import { paths } from '#app/paths.ts'
import type { FaultField } from './field.ts'

/** What a document is about, so that a link leads to what must be corrected. */
export interface FaultyDocument {
  parent_id: string | null
  invoice_id: string | null
  credit_note_id: string | null
}

/** The part of the form of a parent in which a field is. */
const partOfParent = {
  'buyer.name': 'person',
  'buyer.id': 'person',
  'buyer.phone': 'contact',
  'buyer.email': 'contact',
  'buyer.address': 'address',
  'buyer.tin': 'tax',
} as const

/** Where a field is corrected; null where nobody can, or where it is not known whose it is. */
export function mendLink(field: FaultField, document: FaultyDocument): string | null {
  const [of] = field.split('.')
  if (field in partOfParent) {
    const part = partOfParent[field as keyof typeof partOfParent]
    return document.parent_id && `${paths.parent.edit(document.parent_id)}#${part}`
  }
  if (of === 'fee') return field === 'fee.description' ? ofDocument(document) : paths.fee_category.list()
  if (of === 'trainer') return paths.trainer.list()
  if (of === 'document') return ofDocument(document)
  if (field === 'organisation.certificate') return paths.einvoiceSetting.certificate()
  const connects = field === 'organisation.secret' || field === 'organisation.intermediary'
  return connects ? paths.einvoiceSetting.connection() : paths.einvoiceSetting.company()
}

/** What a reader may change, of what a fault can be about. */
export interface MayCorrect {
  parent: boolean
  /** The settings of e-invoices. */
  setting: boolean
}

/** The same for a reader who may change only some of it; null where that page would refuse them. */
export function correctionLink(field: FaultField, document: FaultyDocument, may: MayCorrect): string | null {
  if (field.startsWith('buyer.') && !may.parent) return null
  if (field.startsWith('organisation.') && !may.setting) return null
  return mendLink(field, document)
}

const ofDocument = ({ invoice_id, credit_note_id }: FaultyDocument) =>
  credit_note_id ? paths.credit_note.view(credit_note_id) : invoice_id && paths.invoice.view(invoice_id)
