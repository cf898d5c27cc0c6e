import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { liveDuitNow } from '#app/domain/billing/duitnow/duitnow.ts'
import { invoiceHead } from '#app/domain/billing/invoices/find-invoices.ts'
import { requestDocument } from '#app/domain/core/documents/change-document.ts'
import { einvoicesOf } from '#app/domain/core/invoicing/einvoice-state.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { paths } from '#app/paths.ts'
import { invoiceFingerprint } from '#app/print/invoice.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/**
 * Asks for the PDF of an invoice and leads to the page where it appears. A link, though it writes: the same invoice
 * asked for again is the same document.
 */
export const handle = { access: 'invoice.print' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor, locale, labels } = context
  const scope = context.scope('invoice.print')
  const db = await context.read()
  const row = await invoiceHead(db, scope, idOf(params, 'not_found.invoice'))
  if (row.status === 'draft') throw new Refusal('action_not_allowed')
  const [qr, { terms, footer }, reported] = await Promise.all([
    liveDuitNow(db),
    settings(db, 'invoice'),
    einvoicesOf(db, 'invoice', [row.id]),
  ])
  const words = { terms, footer }
  const einvoice = reported.get(row.id) ?? null
  const id = await context.write((trx) =>
    requestDocument(trx, actor, {
      kind: 'invoice',
      subject_id: row.id,
      fingerprint: invoiceFingerprint(row, locale, labels, { qr, words, einvoice }),
      locale,
    }),
  )
  return redirect(paths.document(id))
}
