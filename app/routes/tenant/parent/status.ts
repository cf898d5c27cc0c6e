import { redirect } from '@remix-run/node'
import { statusForm } from '#app/domain/core/fields.ts'
import { setParentStatus } from '#app/domain/people/parents/change-parent.ts'
import { paths } from '#app/paths.ts'
import { redirectWith, switchedFlash } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'parent.edit' } satisfies Handle

export const loader = () => redirect(paths.parent.list())

export const action = rowVerb(
  statusForm,
  'not_found.parent',
  paths.parent.view,
  async ({ trx, actor, context }, { id, ...input }) => {
    const name = await setParentStatus(trx, actor, context.scope('parent.edit'), { id, ...input })
    return redirectWith(paths.parent.view(id), switchedFlash('parent', input.status), { name })
  },
)
