import type { ActionFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { approveApplication } from '#app/domain/applications/deciding/decide.server.ts'
import { approveForm } from '#app/domain/applications/deciding/decide-form.ts'
import { paths } from '#app/paths.ts'
import { decidingScope } from '#app/server/applications/deciding.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** All children who are open and within reach, as the family wished. */
export const handle = {
  access: { any: ['application.approve', 'application.approve_if_set'] },
} satisfies Handle

export const loader = () => redirect(paths.application.list())

export function action(args: ActionFunctionArgs) {
  const id = idOf(args.params, 'not_found.application')
  const page = paths.application.view(id)
  return submitVerb(args, approveForm, page, async ({ trx, actor, context, today }, { version }) => {
    const scope = await decidingScope(context, trx)
    const keys = keysOf(context)
    const { names } = await approveApplication(trx, actor, scope, keys, { id, version }, today)
    return redirectWith(page, 'application_approved', { count: names.length, names: names.join(', ') })
  })
}
