import type { Kysely } from 'kysely'
import { type Audience, receiptDocumentData } from '#app/domain/payments/receipt.server.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { qrCode } from './qr/qr-code.server.ts'
import type { ReceiptDocumentProps } from './ReceiptDocument.tsx'

/**
 * Everything that `ReceiptDocument` draws of a payment. `origin` is the organisation's own; the QR code leads to the
 * payment's public page there, which says whether the receipt still holds. `logo` is what the renderer can load.
 */
export async function receiptDocument(
  db: Kysely<DB>,
  payment_id: string,
  { origin, logo, audience }: { origin: string; logo: string | null; audience: Audience },
): Promise<ReceiptDocumentProps> {
  const data = await receiptDocumentData(db, payment_id, audience)
  const url = origin + paths.payment.status(data.payment.public_code)
  return { data, online: { url, qr: qrCode(url) }, logo }
}
