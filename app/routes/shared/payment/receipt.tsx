import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { waitForPaper } from '#app/server/documents/public-paper.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { publicReceipt } from '#app/server/payments/public-receipt.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperWait } from '#app/ui/core/page/PaperWait.tsx'

/** The way to a receipt's PDF: at once when it is there, else the page waits until it is made. */
export const handle = { access: 'guest', title: 'payment.receipt.title', look: 'public' } satisfies Handle

export const headers = unlisted

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  return waitForPaper(context, request, await publicReceipt(context, params, paths.payment.receipt))
}

export default function Receipt() {
  return <PaperWait words="payment.receipt" {...useLoaderData<typeof loader>()} />
}
