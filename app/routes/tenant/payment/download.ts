import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requestDocument } from '#app/domain/core/documents/change-document.ts'
import { isReceiptSize } from '#app/domain/core/documents/document.ts'
import { einvoicesOfPayment } from '#app/domain/core/invoicing/einvoice-state.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { recordNumberShown } from '#app/domain/giving/donations/giver-identity.ts'
import { payment } from '#app/domain/payments/payments/find-payments.ts'
import { receiptRequest } from '#app/domain/payments/payments/receipt.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/**
 * Asks for the PDF of a receipt and leads to the page where it appears; `?size=`: on another sheet than the organisation's.
 * A link, though it writes: made once.
 */
export const handle = { access: 'payment.print' } satisfies Handle

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { actor, locale, labels } = context
  const scope = context.scope('payment.print')
  const db = await context.read()
  const [row, { receipt_size }] = await Promise.all([
    payment(db, scope, idOf(params, 'not_found.payment')),
    settings(db, 'counter'),
  ])
  const asked = new URL(request.url).searchParams.get('size')
  const size = isReceiptSize(asked) ? asked : receipt_size
  const id = await context.write(async (trx) => {
    await recordNumberShown(trx, actor, scope, row.id)
    const einvoices = await einvoicesOfPayment(trx, row.id)
    return requestDocument(trx, actor, receiptRequest(row.id, locale, labels, { size, einvoices }))
  })
  return redirect(paths.document(id))
}
