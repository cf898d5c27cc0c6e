import { redirect } from '@remix-run/node'
import { approveForm } from '#app/domain/enrolment/applications/application.ts'
import { approveApplication } from '#app/domain/enrolment/applications/decide-application.ts'
import { paths } from '#app/paths.ts'
import { decidingScope } from '#app/server/applications/deciding.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** All children who are open and within reach, as the family wished. */
export const handle = {
  access: { any: ['application.approve', 'application.approve_if_set'] },
} satisfies Handle

export const loader = () => redirect(paths.application.list())

export const action = rowVerb(
  approveForm,
  'not_found.application',
  paths.application.view,
  async ({ trx, actor, context, today }, { id, version }) => {
    const scope = await decidingScope(context, trx)
    const keys = keysOf(context)
    const { names } = await approveApplication(trx, actor, scope, keys, { id, version }, today)
    return redirectWith(paths.application.view(id), 'application_approved', {
      count: names.length,
      names: names.join(', '),
    })
  },
)
