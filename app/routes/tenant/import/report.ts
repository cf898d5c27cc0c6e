import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { importFor, mayRead } from '#app/domain/enrolment/imports/find-imports.ts'
import { paths } from '#app/paths.ts'
import { report } from '#app/server/imports/sheets.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Every row of the file with what became of it, as a workbook. */
export const handle = { access: 'import.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.import')
  const record = await importFor(await context.read(), context.scope('import.view'), id)
  if (!mayRead(record, context.actor)) throw redirect(paths.import.view(id))
  return report(context, record)
}
