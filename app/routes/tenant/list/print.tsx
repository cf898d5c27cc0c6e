import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { TableDocument } from '#app/print/TableDocument.tsx'
import { readTenantExport } from '#app/server/documents/list-export.ts'
import { listAddress, listName } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Print page of every list. Each list names its own permission. */
export const handle = { access: 'signed-in', look: 'paper', titled: true } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  // Read first: `readTenantExport` gives this connection back and uses one for reports.
  const organisation = await organisationOf(await context.read())
  const { title, columns, page, filters, grouping } = await readTenantExport(
    context,
    listName(params),
    request,
  )
  return {
    organisation,
    printed: formatInstant(currentTime(), context.locale),
    back: listAddress(request),
    ...{ title, columns, page, filters, grouping },
  }
}

export default function Print() {
  const { back, ...sheet } = useLoaderData<typeof loader>()
  return (
    <>
      <PaperTools back={{ label: sheet.title, href: back }} />
      <TableDocument {...sheet} logo={usePage().organisation.logo} />
    </>
  )
}
