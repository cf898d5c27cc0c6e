import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import { resetSecondFactor } from '#app/domain/operators/change-operator.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { endOperatorSessions } from '#app/server/session/session.ts'

/** For an operator who lost the phone and the recovery codes. */
export const handle = { access: 'admin.operator.edit', confirm: 'change' } satisfies Handle

export const loader = () => redirect(paths.admin.operator.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.operator')
  return submitVerb(args, versionForm, paths.admin.operator.view(id), async ({ trx, actor }, { version }) => {
    const { name } = await resetSecondFactor(trx, actor, id, version)
    await endOperatorSessions(trx, id)
    return redirectWith(paths.admin.operator.view(id), 'operator_reset', { name })
  })
}
