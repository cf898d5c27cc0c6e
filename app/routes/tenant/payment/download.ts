import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { askForDocument } from '#app/domain/documents/ask-for-document.server.ts'
import { payment } from '#app/domain/payments/find-payments.server.ts'
import { receiptRequest } from '#app/domain/payments/receipt.server.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Asks for the PDF of a receipt and leads to the page where it appears. A link, though it writes: made once. */
export const handle = { access: 'payment.print' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor, locale, labels } = context
  const scope = context.scope('payment.print')
  const row = await payment(await context.read(), scope, idOf(params, 'not_found.payment'))
  const id = await context.write((trx) => askForDocument(trx, actor, receiptRequest(row.id, locale, labels)))
  return redirect(paths.document(id))
}
