import { redirect } from '@remix-run/node'
import { statusForm } from '#app/domain/core/fields.ts'
import { setOperatorStatus } from '#app/domain/platform/operators/change-operator.ts'
import { paths } from '#app/paths.ts'
import { redirectWith, switchedFlash } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { endOperatorSessions } from '#app/server/session/session.ts'

export const handle = { access: 'admin.operator.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.operator.list())

export const action = rowVerb(
  statusForm,
  'not_found.operator',
  paths.admin.operator.view,
  async ({ trx, actor }, { id, status, version }) => {
    const { name, ends_sessions } = await setOperatorStatus(trx, actor, id, version, status)
    if (ends_sessions) await endOperatorSessions(trx, id)
    return redirectWith(paths.admin.operator.view(id), switchedFlash('operator', status), { name })
  },
)
