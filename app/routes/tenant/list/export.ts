import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/domain/refusal.ts'
import { csv, xlsx } from '#app/server/documents/list-files.ts'
import { askForListPdf } from '#app/server/documents/list-pdf.ts'
import { allRows, printableOf } from '#app/server/documents/lists.server.ts'
import { listName } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** CSV, XLSX and PDF of every list. Each list names its own permission. */
export const handle = { access: 'signed-in' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const name = listName(params)
  const printable = printableOf(context, name)
  if (params.format === 'pdf') return askForListPdf(context, printable.scope, name, request)
  const { rows } = await allRows(context, printable, request)
  const file = `${name.replace('/', '-')}-${context.today}`
  if (params.format === 'csv')
    return csv(printable.list.columns, rows as Record<string, unknown>[], context.t, file)
  if (params.format === 'xlsx')
    return xlsx(printable.list.columns, rows as Record<string, unknown>[], context.t, file)
  throw new Refusal('not_found.page')
}
