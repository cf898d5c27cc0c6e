import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { removeOperator } from '#app/domain/operators/commands.server.ts'
import { versionForm } from '#app/domain/operators/forms.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/answers.ts'
import { idOf } from '#app/server/params.ts'
import { submitVerb } from '#app/server/submit-verb.ts'
import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'admin.operator.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.operator.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.operator')
  return submitVerb(args, versionForm, paths.admin.operator.view(id), async ({ trx, actor }, { version }) => {
    const { name } = await removeOperator(trx, actor, id, version)
    return redirectWith(paths.admin.operator.list(), 'operator_removed', { name })
  })
}
