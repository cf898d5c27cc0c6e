import { redirect } from '@remix-run/node'
import { statusForm } from '#app/domain/core/fields.ts'
import { setStaffStatus } from '#app/domain/people/staff/change-staff.ts'
import { paths } from '#app/paths.ts'
import { redirectWith, switchedFlash } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'staff.edit' } satisfies Handle

export const loader = () => redirect(paths.staff.list())

export const action = rowVerb(
  statusForm,
  'not_found.staff',
  paths.staff.view,
  async ({ trx, actor, context }, { id, ...input }) => {
    const name = await setStaffStatus(trx, actor, keysOf(context), id, input)
    return redirectWith(paths.staff.view(id), switchedFlash('staff', input.status), { name })
  },
)
