import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/dates.ts'
import { TableDocument } from '#app/print/TableDocument.tsx'
import { allRows, printableOf } from '#app/server/documents/lists.server.ts'
import { listName } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { usePage } from '#app/ui/page-context.tsx'

/** Print page of every list. Each list names its own permission. */
export const handle = { access: 'signed-in', look: 'paper' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const printable = printableOf(context, listName(params))
  const { title, columns } = printable.list
  return { title, columns, page: await allRows(context, printable, request), printed_at: new Date() }
}

export default function Print() {
  const { title, columns, page, printed_at } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { organisation, locale } = usePage()
  return (
    <TableDocument
      organisation={organisation.name}
      title={t(title)}
      columns={columns}
      rows={page.rows}
      totals={page.totals}
      total={page.total}
      printed={formatInstant(printed_at, locale)}
      search={page.search}
    />
  )
}
