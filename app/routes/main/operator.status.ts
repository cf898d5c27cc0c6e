import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { setOperatorStatus } from '#app/domain/operators/commands.server.ts'
import { operatorStatusForm } from '#app/domain/operators/forms.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/answers.ts'
import { idOf } from '#app/server/params.ts'
import { endOperatorSessions } from '#app/server/session.ts'
import { submitVerb } from '#app/server/submit-verb.ts'
import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'admin.operator.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.operator.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.operator')
  return submitVerb(
    args,
    operatorStatusForm,
    paths.admin.operator.view(id),
    async ({ trx, actor }, { status, version }) => {
      const { name, ends_sessions } = await setOperatorStatus(trx, actor, id, version, status)
      if (ends_sessions) await endOperatorSessions(trx, id)
      const said = status === 'active' ? 'operator_activated' : 'operator_deactivated'
      return redirectWith(paths.admin.operator.view(id), said, { name })
    },
  )
}
