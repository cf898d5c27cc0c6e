import { redirect } from '@remix-run/node'
import { withdrawLeave } from '#app/domain/classes/leave/change-leave.ts'
import { noFields } from '#app/domain/core/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'leave.request' } satisfies Handle

export const loader = () => redirect(paths.leave_request.list())

export const action = rowVerb(
  noFields,
  'not_found.leave_request',
  paths.leave_request.view,
  async ({ trx, actor, context, today }, { id }) => {
    const { name } = await withdrawLeave(trx, actor, context.scope('leave.request'), id, today)
    return redirectWith(paths.leave_request.view(id), 'leave_request_withdrawn', { name })
  },
)
