import { redirect } from '@remix-run/node'
import { removeStaff } from '#app/domain/people/staff/change-staff.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'staff.remove' } satisfies Handle

export const loader = () => redirect(paths.staff.list())

export const action = versionVerb(
  'not_found.staff',
  paths.staff.view,
  async ({ trx, actor }, { id, version }) => {
    const name = await removeStaff(trx, actor, id, version)
    return redirectWith(paths.staff.list(), 'staff_removed', { name })
  },
)
