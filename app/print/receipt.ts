import type { Kysely } from 'kysely'
import type { Keys } from '#app/domain/core/secrets.ts'
import { printedGiver } from '#app/domain/giving/donations/giver-identity.ts'
import { type Audience, receiptDocumentData } from '#app/domain/payments/payments/receipt.ts'
import { receiptFacts } from '#app/domain/payments/verification/check-paper.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { einvoicesOnPaper, isObligedNow } from './einvoice.ts'
import type { ReceiptDocumentProps } from './ReceiptDocument.tsx'
import { type Look, signedOnline } from './signed-online.ts'

/**
 * Everything that `ReceiptDocument` draws of a payment. The QR code leads to the page that says whether the receipt is
 * genuine and still holds.
 */
export async function receiptDocument(
  db: Kysely<DB>,
  payment_id: string,
  { audience, keys, ...look }: Look & { audience: Audience; keys: Keys },
): Promise<ReceiptDocumentProps> {
  const [data, obliged] = await Promise.all([receiptDocumentData(db, payment_id, audience), isObligedNow(db)])
  const { payment, organisation, gift } = data
  // One that promises no deduction needs no number, and gets none.
  const giver = gift?.tax ? await printedGiver(db, keys, payment_id, audience) : null
  const path = paths.verify.paper(payment.public_code)
  const online = signedOnline(look, path, receiptFacts(payment, organisation.name))
  const known = new Map(data.einvoices.map((one) => [one.source_id, one]))
  const states = data.allocations.map(({ invoice_id }) => known.get(invoice_id) ?? null)
  const einvoices = einvoicesOnPaper(states, { portalOf: look.portalOf, obliged })
  return { data, giver, online, einvoices, logo: look.logo }
}
