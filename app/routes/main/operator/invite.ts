import { redirect } from '@remix-run/node'
import { resendInvitation } from '#app/domain/platform/operators/change-operator.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.operator.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.operator.list())

export const action = versionVerb(
  'not_found.operator',
  paths.admin.operator.view,
  async ({ trx, actor, context }, { id, version }) => {
    const { name: email } = await resendInvitation(trx, actor, context.services.ring, id, version)
    return redirectWith(paths.admin.operator.view(id), 'operator_invited', { email })
  },
)
