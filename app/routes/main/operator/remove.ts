import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import { removeOperator } from '#app/domain/operators/change-operator.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.operator.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.operator.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.operator')
  return submitVerb(args, versionForm, paths.admin.operator.view(id), async ({ trx, actor }, { version }) => {
    const { name } = await removeOperator(trx, actor, id, version)
    return redirectWith(paths.admin.operator.list(), 'operator_removed', { name })
  })
}
