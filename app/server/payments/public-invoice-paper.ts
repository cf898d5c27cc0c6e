import type { Kysely } from 'kysely'
import { liveDuitNow } from '#app/domain/billing/duitnow/duitnow.ts'
import { invoiceByPublicCode } from '#app/domain/billing/invoices/find-invoices.ts'
import type { InvoiceParameters } from '#app/domain/core/documents/document.ts'
import { einvoicesOf } from '#app/domain/core/invoicing/einvoice-state.ts'
import { invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { paths } from '#app/paths.ts'
import { invoiceFingerprint } from '#app/print/invoice.ts'
import type { PublicPaper } from '#app/server/documents/public-paper.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { DB } from '#db/types.ts'
import { byPublicCode, codeOf } from './public-page.ts'

const missing = 'not_found.invoice'

/**
 * The invoice that a public code leads to, as a document: with its names in full for who is signed in and may print it, with
 * names shortened for everybody else who has the link.
 */
export async function publicInvoicePaper(
  context: RequestContext,
  params: { code?: string | undefined },
  pathOf: (code: string) => string,
): Promise<PublicPaper> {
  const code = codeOf(params, missing)
  const page = { code, missing, path: pathOf(code) } as const
  const { row, qr, words, einvoice } = await byPublicCode(context, page, async (db) => {
    const [invoice, duitnow, { terms, footer }] = await Promise.all([
      invoiceByPublicCode(db, code),
      liveDuitNow(db),
      settings(db, 'invoice'),
    ])
    const reported = invoice && (await einvoicesOf(db, 'invoice', [invoice.id]))
    const einvoice = (invoice && reported?.get(invoice.id)) ?? null
    return invoice && { row: invoice, qr: duitnow, words: { terms, footer }, einvoice }
  })
  const audience = (await readsInFull(context, await context.read(), row.id)) ? 'family' : 'public'
  const { locale, labels } = context
  const parameters: InvoiceParameters = audience === 'public' ? { audience } : {}
  return {
    number: row.number,
    request: {
      ...{ kind: 'invoice', subject_id: row.id, locale, parameters },
      fingerprint: invoiceFingerprint(row, locale, labels, { qr, words, einvoice, audience }),
    },
    page: paths.invoice.file(code),
    file: paths.invoice.pdf(code),
    back: paths.invoice.status(code),
  }
}

/** Whether the reader is signed in to this organisation and may print this invoice. */
async function readsInFull(context: RequestContext, db: Kysely<DB>, id: string): Promise<boolean> {
  if (context.site.side !== 'tenant' || !context.can('invoice.print')) return false
  const found = invoicesIn(db, context.scope('invoice.print'))
    .select('invoice.id')
    .where('invoice.id', '=', id)
  return (await found.executeTakeFirst()) !== undefined
}
