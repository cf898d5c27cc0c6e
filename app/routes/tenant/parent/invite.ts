import { redirect } from '@remix-run/node'
import { inviteParent } from '#app/domain/people/parents/change-parent.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'parent.edit' } satisfies Handle

export const loader = () => redirect(paths.parent.list())

export const action = versionVerb(
  'not_found.parent',
  paths.parent.view,
  async ({ trx, actor, context }, at) => {
    const scope = context.scope('parent.edit')
    const told = await inviteParent(trx, actor, scope, keysOf(context), at)
    return redirectWith(paths.parent.view(at.id), told.email ? 'staff_invited' : 'parent_may_sign_in', told)
  },
)
