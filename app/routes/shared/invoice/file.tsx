import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { waitForPaper } from '#app/server/documents/public-paper.ts'
import { publicInvoicePaper } from '#app/server/payments/public-invoice-paper.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperWait } from '#app/ui/core/page/PaperWait.tsx'

/** The way to an invoice's PDF by its public code: at once when it is there, else the page waits until it is made. */
export const handle = { access: 'guest', title: 'invoice.file.title', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  return waitForPaper(context, request, await publicInvoicePaper(context, params, paths.invoice.file))
}

export default function InvoiceFile() {
  return <PaperWait words="invoice.file" {...useLoaderData<typeof loader>()} />
}
