import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { inviteAgain } from '#app/domain/staff/commands.server.ts'
import { staffVersionForm } from '#app/domain/staff/forms.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/answers.ts'
import { keysOf } from '#app/server/keys.ts'
import { idOf } from '#app/server/params.ts'
import { submitVerb } from '#app/server/submit-verb.ts'
import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'staff.edit' } satisfies Handle

export const loader = () => redirect(paths.staff.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.staff')
  const page = paths.staff.view(id)
  return submitVerb(args, staffVersionForm, page, async ({ trx, actor, context }, { version }) =>
    redirectWith(page, 'staff_invited', await inviteAgain(trx, actor, keysOf(context), id, version)),
  )
}
