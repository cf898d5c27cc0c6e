import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { loseDocument, requestDocument } from '#app/domain/core/documents/change-document.ts'
import { recordNumberShown } from '#app/domain/giving/donations/giver-identity.ts'
import { paths } from '#app/paths.ts'
import { storedFile } from '#app/server/documents/stored-file.ts'
import { download } from '#app/server/documents/table-file.ts'
import { publicReceipt } from '#app/server/payments/public-receipt.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest' } satisfies Handle

/**
 * The PDF of a receipt by its public code; one that is not made yet leads to the page that waits for it, and so does one
 * whose file is gone, which is made again.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const receipt = await publicReceipt(context, params, paths.payment.receiptFile)
  const { id, code, number, audience, known } = receipt
  if (known?.status !== 'ready' || !known.storage_key) return redirect(paths.payment.receipt(code))
  if (audience === 'family') {
    const scope = context.scope('payment.print')
    await context.write((trx) => recordNumberShown(trx, context.actor, scope, id))
  }
  await context.releaseConnection()
  const content = await storedFile(context, known.storage_key)
  if (content) return download(content, `${number}.pdf`, 'application/pdf')
  await context.write(async (trx) => {
    await loseDocument(trx, known.id)
    await requestDocument(trx, context.actor, receipt.request)
  })
  return redirect(`${paths.payment.receipt(code)}?wait&lost`)
}
