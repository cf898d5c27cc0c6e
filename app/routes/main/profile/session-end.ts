import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { endOwnSession } from '#app/domain/accounts/sessions.server.ts'
import { noFields } from '#app/domain/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Signs the operator out in one other browser. */
export const handle = { access: 'admin.profile.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.profileSessions())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.session')
  return submitVerb(args, noFields, paths.admin.profileSessions(), async ({ trx, actor }) => {
    await endOwnSession(trx, actor, id)
    return redirectWith(paths.admin.profileSessions(), 'session_ended')
  })
}
