import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { leaveRow } from '#app/domain/imports/change-import.server.ts'
import { leaveForm } from '#app/domain/imports/import-form.ts'
import { paths } from '#app/paths.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** One row is left out, or taken in again. */
export const handle = { access: 'import.upload' } satisfies Handle

export const loader = () => redirect(paths.import.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.import')
  return submitVerb(args, leaveForm, paths.import.list(), async ({ trx, actor, context }, input) => {
    const import_id = await leaveRow(trx, actor, context.scope('import.upload'), id, input)
    return redirect(paths.import.view(import_id))
  })
}
