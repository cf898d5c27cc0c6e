import { redirect } from '@remix-run/node'
import { removeClosure } from '#app/domain/classes/closures/change-closure.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'attendance.remove' } satisfies Handle

export const loader = () => redirect(paths.closure.list())

export const action = versionVerb(
  'not_found.closure',
  paths.closure.view,
  async ({ trx, actor, context }, at) => {
    const { name } = await removeClosure(trx, actor, context.scope('attendance.remove'), at)
    return redirectWith(paths.closure.list(), 'closure_removed', { name })
  },
)
