import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { currentTime } from '#app/domain/core/clock.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { TableDocument } from '#app/print/TableDocument.tsx'
import { readOperatorExport } from '#app/server/documents/list-export.ts'
import { listAddress, listName } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'

/** Print page of every list of the operator's. Each list names its own permission. */
export const handle = { access: 'operator', look: 'paper', titled: true } satisfies Handle

const platformName = { name: 'Lunas' }

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { title, columns, page, filters } = await readOperatorExport(context, listName(params), request)
  return {
    organisation: platformName,
    printed: formatInstant(currentTime(), context.locale),
    back: listAddress(request),
    ...{ title, columns, page, filters },
  }
}

export default function Print() {
  const { back, ...sheet } = useLoaderData<typeof loader>()
  return (
    <>
      <PaperTools back={{ label: sheet.title, href: back }} />
      <TableDocument {...sheet} logo={null} />
    </>
  )
}
