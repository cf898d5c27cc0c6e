import { redirect } from '@remix-run/node'
import { restoreParent } from '#app/domain/people/parents/change-parent.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'parent.remove' } satisfies Handle

export const loader = () => redirect(paths.parent.removed())

export const action = versionVerb(
  'not_found.parent',
  () => paths.parent.removed(),
  async ({ trx, actor, context }, at) => {
    const name = await restoreParent(trx, actor, context.scope('parent.remove'), at)
    return redirectWith(paths.parent.view(at.id), 'parent_restored', { name })
  },
)
