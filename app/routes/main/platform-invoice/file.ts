import type { LoaderFunctionArgs } from '@remix-run/node'
import { attachment } from '#app/server/documents/attachment.ts'
import { platformInvoiceBytes, platformInvoiceFile } from '#app/server/documents/platform-invoice-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The PDF of an invoice of the platform, once it is made. */
export const handle = { access: 'admin.subscription.print' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { number: name, key } = await platformInvoiceFile(context, idOf(params, 'not_found.invoice'))
  await context.releaseConnection()
  const bytes = await platformInvoiceBytes(key)
  const content = new Blob([new Uint8Array(bytes)]).stream()
  return attachment(content, { name, content_type: 'application/pdf', size_bytes: bytes.length })
}
