import { useLoaderData } from '@remix-run/react'
import { exceptionList } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ExceptionList } from '#app/ui/gateways/payment-exception/ExceptionView.tsx'

/** What FPX said otherwise than it was asked, or twice, until somebody has settled it. */
export const handle = { access: 'payment_exception.view', title: 'payment_exception.plural' } satisfies Handle

export const loader = listLoader(exceptionList)

export default function Exceptions() {
  return <ExceptionList {...useLoaderData<typeof loader>()} open={({ id }) => paths.exception.view(id)} />
}
