import { useActionData, useLoaderData } from '@remix-run/react'
import { openResolve, resolveAction } from '#app/server/payments/exception-desk.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResolvePage } from '#app/ui/gateways/payment-exception/ResolvePage.tsx'

export const handle = {
  access: 'admin.payment_exception.settle',
  title: 'payment_exception.resolve_title',
} satisfies Handle

export const loader = openResolve
export const action = resolveAction

export default function ResolveException() {
  return <ResolvePage {...useLoaderData<typeof loader>()} lastResult={useActionData<typeof action>()} />
}
