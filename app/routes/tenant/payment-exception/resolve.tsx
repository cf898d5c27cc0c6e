import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { deskException } from '#app/domain/exceptions/find-exceptions.server.ts'
import { paths } from '#app/paths.ts'
import { deskOf, exceptionId, resolveAction } from '#app/server/payments/exception-desk.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResolvePage } from '#app/ui/exception/ResolvePage.tsx'

export const handle = {
  access: 'payment_exception.settle',
  title: 'payment_exception.resolve_title',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { desk } = deskOf(context, 'payment_exception.settle')
  const row = await deskException(await context.read(), desk, exceptionId(params))
  return { row, today: context.today }
}

export const action = (args: ActionFunctionArgs) => resolveAction(args)

export default function ResolveException() {
  const { row, today } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return <ResolvePage row={row} today={today} back={paths.exception.view(row.id)} lastResult={lastResult} />
}
