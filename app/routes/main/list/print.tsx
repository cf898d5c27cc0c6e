import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatInstant } from '#app/domain/dates.ts'
import { TableDocument } from '#app/print/TableDocument.tsx'
import { operatorList } from '#app/server/documents/operator-lists.server.ts'
import { listName } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { usePage } from '#app/ui/page-context.tsx'

/** Print page of every list of the operator's. Each list names its own permission. */
export const handle = { access: 'operator', look: 'paper' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { title, columns, page } = await operatorList(context, listName(params), request)
  return { title, columns, page, printed_at: new Date() }
}

export default function Print() {
  const { title, columns, page, printed_at } = useLoaderData<typeof loader>()
  const { organisation, locale } = usePage()
  return (
    <TableDocument
      organisation={organisation.name}
      title={title}
      columns={columns}
      rows={page.rows}
      totals={page.totals}
      total={page.total}
      printed={formatInstant(printed_at, locale)}
      search={page.search}
    />
  )
}
