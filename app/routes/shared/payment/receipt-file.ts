import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { receiptByCode, receiptDocumentOf, receiptFingerprint } from '#app/domain/payments/receipt.server.ts'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { paths } from '#app/paths.ts'
import { download } from '#app/server/documents/list-files.ts'
import { byPublicCode, codeOf } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest' } satisfies Handle

/** The PDF of a receipt by its public code; one that is not made yet leads to the page that waits for it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const missing = 'not_found.payment'
  const code = codeOf(params, missing)
  const path = paths.payment.receiptFile(code)
  const receipt = await byPublicCode(context, { code, missing, path }, (db) => receiptByCode(db, code))
  const fingerprint = receiptFingerprint(receipt, context.locale, context.labels)
  const document = await receiptDocumentOf(await context.read(), fingerprint)
  const { site } = context
  if (document?.status !== 'ready' || !document.storage_key || site.side !== 'tenant')
    return redirect(paths.payment.receipt(code))
  const bytes = await filesOf(environment, site.entity.place.schema).get(document.storage_key)
  return download(bytes, `${receipt.number}.pdf`, 'application/pdf')
}
