import type { LoaderFunctionArgs } from '@remix-run/node'
import { paths } from '#app/paths.ts'
import { givePaper } from '#app/server/documents/public-paper.ts'
import { publicInvoicePaper } from '#app/server/payments/public-invoice-paper.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest' } satisfies Handle

/** The PDF of an invoice by its public code. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  return givePaper(context, await publicInvoicePaper(context, params, paths.invoice.pdf))
}
