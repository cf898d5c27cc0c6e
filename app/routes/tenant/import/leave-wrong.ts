import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import { leaveWrong } from '#app/domain/imports/change-import.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'import.upload' } satisfies Handle

export const loader = () => redirect(paths.import.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.import')
  return submitVerb(
    args,
    versionForm,
    paths.import.view(id),
    async ({ trx, actor, context }, { version }) => {
      const count = await leaveWrong(trx, actor, context.scope('import.upload'), { id, version })
      return redirectWith(paths.import.view(id), 'import_left_out', { count })
    },
  )
}
