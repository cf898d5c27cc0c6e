import type { Kysely } from 'kysely'
import { type Audience, receiptDocumentData } from '#app/domain/payments/receipt/receipt.server.ts'
import { receiptFacts } from '#app/domain/signatures/find-paper.server.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import type { ReceiptDocumentProps } from './ReceiptDocument.tsx'
import { type Look, signedOnline } from './signed-online.server.ts'

/**
 * Everything that `ReceiptDocument` draws of a payment. The QR code leads to the page that says whether the receipt is
 * genuine and still holds.
 */
export async function receiptDocument(
  db: Kysely<DB>,
  payment_id: string,
  { audience, ...look }: Look & { audience: Audience },
): Promise<ReceiptDocumentProps> {
  const data = await receiptDocumentData(db, payment_id, audience)
  const { payment, organisation } = data
  const path = paths.verify.paper(payment.public_code)
  return { data, online: signedOnline(look, path, receiptFacts(payment, organisation.name)), logo: look.logo }
}
