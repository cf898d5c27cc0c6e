import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { statusForm } from '#app/domain/fields.ts'
import { setOperatorStatus } from '#app/domain/operators/change-operator.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { endOperatorSessions } from '#app/server/session/session.ts'

export const handle = { access: 'admin.operator.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.operator.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.operator')
  return submitVerb(
    args,
    statusForm,
    paths.admin.operator.view(id),
    async ({ trx, actor }, { status, version }) => {
      const { name, ends_sessions } = await setOperatorStatus(trx, actor, id, version, status)
      if (ends_sessions) await endOperatorSessions(trx, id)
      const said = status === 'active' ? 'operator_activated' : 'operator_deactivated'
      return redirectWith(paths.admin.operator.view(id), said, { name })
    },
  )
}
