import { useLoaderData } from '@remix-run/react'
import { allExceptionList } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ExceptionList } from '#app/ui/gateways/payment-exception/ExceptionView.tsx'

/** Those of all organisations, and the messages of nobody, which only an operator can settle. */
export const handle = {
  access: 'admin.payment_exception.view',
  title: 'payment_exception.plural',
} satisfies Handle

export const loader = listLoader(allExceptionList)

export default function Exceptions() {
  return (
    <ExceptionList {...useLoaderData<typeof loader>()} open={({ id }) => paths.admin.exception.view(id)} />
  )
}
