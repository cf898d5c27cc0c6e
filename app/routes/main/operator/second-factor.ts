import { redirect } from '@remix-run/node'
import { resetSecondFactor } from '#app/domain/platform/operators/change-operator.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { endOperatorSessions } from '#app/server/session/session.ts'

/** For an operator who lost the phone and the recovery codes. */
export const handle = { access: 'admin.operator.edit', confirm: 'change' } satisfies Handle

export const loader = () => redirect(paths.admin.operator.list())

export const action = versionVerb(
  'not_found.operator',
  paths.admin.operator.view,
  async ({ trx, actor }, { id, version }) => {
    const { name } = await resetSecondFactor(trx, actor, id, version)
    await endOperatorSessions(trx, id)
    return redirectWith(paths.admin.operator.view(id), 'operator_reset', { name })
  },
)
