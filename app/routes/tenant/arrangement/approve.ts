import { redirect } from '@remix-run/node'
import { approveArrangement } from '#app/domain/arrangements/decide-arrangement.server.ts'
import { noFields } from '#app/domain/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'arrangement.approve' } satisfies Handle

export const loader = () => redirect(paths.arrangement.list())

export const action = rowVerb(
  noFields,
  'not_found.arrangement',
  paths.arrangement.view,
  async ({ trx, actor, context, today }, { id }) => {
    const scope = context.scope('arrangement.approve')
    const { parent } = await approveArrangement(trx, actor, scope, id, today)
    return redirectWith(paths.arrangement.view(id), 'arrangement_agreed', { name: parent })
  },
)
