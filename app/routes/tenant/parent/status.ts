import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { statusForm } from '#app/domain/fields.ts'
import { setParentStatus } from '#app/domain/parents/status.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'parent.edit' } satisfies Handle

export const loader = () => redirect(paths.parent.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.parent')
  const page = paths.parent.view(id)
  return submitVerb(args, statusForm, page, async ({ trx, actor, context }, input) => {
    const name = await setParentStatus(trx, actor, context.scope('parent.edit'), { id, ...input })
    return redirectWith(page, input.status === 'active' ? 'parent_activated' : 'parent_deactivated', { name })
  })
}
