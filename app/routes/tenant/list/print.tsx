import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatInstant } from '#app/domain/dates.ts'
import { TableDocument } from '#app/print/TableDocument.tsx'
import { takenList } from '#app/server/documents/lists.server.ts'
import { listName } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { usePage } from '#app/ui/page-context.tsx'

/** Print page of every list. Each list names its own permission. */
export const handle = { access: 'signed-in', look: 'paper' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { title, columns, page } = await takenList(context, listName(params), request)
  return { title, columns, page, printed: formatInstant(new Date(), context.locale) }
}

export default function Print() {
  return <TableDocument organisation={usePage().organisation.name} {...useLoaderData<typeof loader>()} />
}
