import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import { inviteParent } from '#app/domain/parents/account.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'parent.edit' } satisfies Handle

export const loader = () => redirect(paths.parent.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.parent')
  const page = paths.parent.view(id)
  return submitVerb(args, versionForm, page, async ({ trx, actor, context }, { version }) => {
    const scope = context.scope('parent.edit')
    const told = await inviteParent(trx, actor, scope, keysOf(context), { id, version })
    return redirectWith(page, told.email ? 'staff_invited' : 'parent_may_sign_in', told)
  })
}
