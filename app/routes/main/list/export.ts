import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { isListFileFormat } from '#app/print/list-file.ts'
import { readOperatorExport } from '#app/server/documents/list-export.ts'
import { listFile } from '#app/server/documents/table-file.ts'
import { listName } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** CSV and XLSX of every list of the operator's. Each list names its own permission. */
export const handle = { access: 'operator' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const taken = await readOperatorExport(context, listName(params), request)
  if (!isListFileFormat(params.format)) throw new Refusal('not_found.page')
  return listFile(context, taken, params.format)
}
