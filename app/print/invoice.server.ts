import type { Kysely } from 'kysely'
import {
  type InvoiceDocumentData,
  invoiceDocumentData,
  invoiceDocumentsData,
} from '#app/domain/invoices/document.server.ts'
import { spokenAs, type TenantLabels } from '#app/domain/labels/label.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import type { InvoiceDocumentProps } from './InvoiceDocument.tsx'
import { qrCode } from './qr/qr-code.server.ts'

/**
 * Everything that `InvoiceDocument` draws of an invoice. `origin` is the organisation's own, such as
 * `https://demo.lunas.my`; the QR code leads to the invoice's public page there. `logo` is what the renderer can load.
 */
export async function invoiceDocument(db: Kysely<DB>, id: string, look: Look): Promise<InvoiceDocumentProps> {
  return drawnFrom(await invoiceDocumentData(db, id), look)
}

/** The same of many, in the order that is given; one that there is not is left out. */
export async function invoiceDocuments(
  db: Kysely<DB>,
  ids: readonly string[],
  look: Look,
): Promise<InvoiceDocumentProps[]> {
  return (await invoiceDocumentsData(db, ids)).map((data) => drawnFrom(data, look))
}

export interface Look {
  origin: string
  logo: string | null
}

function drawnFrom(data: InvoiceDocumentData, { origin, logo }: Look): InvoiceDocumentProps {
  const { status, public_code } = data.invoice
  if (status === 'draft') return { data, online: null, logo }
  const url = origin + paths.invoice.status(public_code)
  return { data, online: { url, qr: qrCode(url) }, logo }
}

/** The same content has the same name, so that a PDF is made once; every change of an invoice raises its version. */
export function invoiceFingerprint(
  { id, version }: { id: string; version: number },
  locale: Locale,
  labels?: TenantLabels,
): string {
  return `invoice:${id}:${version}:${spokenAs(locale, labels)}`
}
