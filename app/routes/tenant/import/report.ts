import type { LoaderFunctionArgs } from '@remix-run/node'
import { importFor } from '#app/domain/imports/find-imports.server.ts'
import { report } from '#app/server/imports/sheets.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Every row of the file with what became of it, as a workbook. */
export const handle = { access: 'import.upload' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.import')
  const record = await importFor(await context.read(), context.scope('import.upload'), id)
  return report(context, record)
}
