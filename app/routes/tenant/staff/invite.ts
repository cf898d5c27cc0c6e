import { redirect } from '@remix-run/node'
import { resendInvitation } from '#app/domain/people/staff/change-staff.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'staff.edit' } satisfies Handle

export const loader = () => redirect(paths.staff.list())

export const action = versionVerb(
  'not_found.staff',
  paths.staff.view,
  async ({ trx, actor, context }, { id, version }) =>
    redirectWith(
      paths.staff.view(id),
      'staff_invited',
      await resendInvitation(trx, actor, keysOf(context), id, version),
    ),
)
