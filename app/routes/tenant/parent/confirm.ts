import { redirect } from '@remix-run/node'
import { confirmParent } from '#app/domain/people/parents/change-parent.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The office's word for what a family said of itself. */
export const handle = { access: 'parent.edit' } satisfies Handle

export const loader = () => redirect(paths.parent.list())

export const action = versionVerb(
  'not_found.parent',
  paths.parent.view,
  async ({ trx, actor, context }, at) => {
    const name = await confirmParent(trx, actor, context.scope('parent.edit'), at)
    return redirectWith(paths.parent.view(at.id), 'parent_confirmed', { name })
  },
)
