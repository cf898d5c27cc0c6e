import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/domain/refusal.ts'
import { csv, xlsx } from '#app/server/documents/list-files.ts'
import { operatorList } from '#app/server/documents/operator-lists.server.ts'
import { listName } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** CSV and XLSX of every list of the operator's. Each list names its own permission. */
export const handle = { access: 'operator' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { columns, page, file } = await operatorList(context, listName(params), request)
  const rows = page.rows as Record<string, unknown>[]
  if (params.format === 'csv') return csv(columns, rows, context.t, file)
  if (params.format === 'xlsx') return xlsx(columns, rows, context.t, file)
  throw new Refusal('not_found.page')
}
