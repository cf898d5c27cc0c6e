import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import { removeStaff } from '#app/domain/staff/status.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'staff.remove' } satisfies Handle

export const loader = () => redirect(paths.staff.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.staff')
  return submitVerb(args, versionForm, paths.staff.view(id), async ({ trx, actor }, { version }) => {
    const name = await removeStaff(trx, actor, id, version)
    return redirectWith(paths.staff.list(), 'staff_removed', { name })
  })
}
