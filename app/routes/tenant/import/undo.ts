import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import { startUndo } from '#app/domain/imports/change-import.server.ts'
import { paths } from '#app/paths.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'import.run' } satisfies Handle

export const loader = () => redirect(paths.import.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.import')
  return submitVerb(
    args,
    versionForm,
    paths.import.view(id),
    async ({ trx, actor, context }, { version }) => {
      await startUndo(trx, actor, context.scope('import.run'), { id, version })
      return redirect(paths.import.view(id))
    },
  )
}
