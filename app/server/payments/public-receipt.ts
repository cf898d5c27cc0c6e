import { einvoicesOfPayment } from '#app/domain/core/invoicing/einvoice-state.ts'
import { mayReadPayment } from '#app/domain/core/invoicing/payment-scope.ts'
import { receiptByCode, receiptRequest } from '#app/domain/payments/payments/receipt.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { byPublicCode, codeOf } from './public-page.ts'

const missing = 'not_found.payment'

/**
 * The receipt that a public code leads to, as a document: with its names in full for who is signed in and may print it
 * (a parent comes in by a code on the phone), with names shortened for everybody else who has the link.
 */
export async function publicReceipt(
  context: RequestContext,
  params: { code?: string | undefined },
  pathOf: (code: string) => string,
) {
  const code = codeOf(params, missing)
  const about = { code, missing, path: pathOf(code) } as const
  const { id, number, einvoices } = await byPublicCode(context, about, async (db) => {
    const found = await receiptByCode(db, code)
    return found && { ...found, einvoices: await einvoicesOfPayment(db, found.id) }
  })
  const audience = (await readsInFull(context, id)) ? 'family' : 'public'
  const { locale, labels } = context
  return {
    ...{ id, number, audience },
    request: receiptRequest(id, locale, labels, { audience, einvoices }),
    page: paths.payment.receipt(code),
    file: paths.payment.receiptFile(code),
    back: paths.payment.status(code),
  }
}

/** Whether the reader is signed in to this organisation and may print this payment's receipt. */
export async function readsInFull(context: RequestContext, payment_id: string): Promise<boolean> {
  if (context.site.side !== 'tenant' || !context.can('payment.print')) return false
  return mayReadPayment(await context.read(), context.scope('payment.print'), payment_id)
}
