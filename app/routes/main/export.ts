import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/domain/refusal.ts'
import { operatorList } from '#app/server/operator-lists.server.ts'
import { listName } from '#app/server/params.ts'
import { csv, xlsx } from '#app/server/respond.ts'
import type { Handle } from '#app/server/trees.ts'

/** CSV and XLSX of every list of the operator's. Each list names its own permission. */
export const handle = { access: 'operator' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { columns, page, file } = await operatorList(context, listName(params), request)
  const rows = page.rows as Record<string, unknown>[]
  if (params.format === 'csv') return csv(columns, rows, context.t, file)
  if (params.format === 'xlsx') return xlsx(columns, rows, context.t, file)
  throw new Refusal('not_found.page')
}
