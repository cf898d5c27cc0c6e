import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { deskException } from '#app/domain/exceptions/find-exceptions.server.ts'
import { paths } from '#app/paths.ts'
import { deskOf, exceptionId, noteAction } from '#app/server/payments/exception-desk.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { NotePage } from '#app/ui/exception/NotePage.tsx'
import { newId } from '#db/id.ts'

export const handle = { access: 'payment_exception.settle', title: 'payment_exception.note' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { desk } = deskOf(context, 'payment_exception.settle')
  const { id, order_no } = await deskException(await context.read(), desk, exceptionId(params))
  return { id, order_no, note_id: newId() }
}

export const action = (args: ActionFunctionArgs) => noteAction(args)

export default function NoteException() {
  const { id, ...note } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return <NotePage {...note} back={paths.exception.view(id)} lastResult={lastResult} />
}
