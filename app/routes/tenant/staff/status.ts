import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { statusForm } from '#app/domain/fields.ts'
import { setStaffStatus } from '#app/domain/staff/status.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'staff.edit' } satisfies Handle

export const loader = () => redirect(paths.staff.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.staff')
  const page = paths.staff.view(id)
  return submitVerb(args, statusForm, page, async ({ trx, actor, context }, input) => {
    const name = await setStaffStatus(trx, actor, keysOf(context), id, input)
    return redirectWith(page, input.status === 'active' ? 'staff_activated' : 'staff_deactivated', { name })
  })
}
