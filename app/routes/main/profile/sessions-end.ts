import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { endOtherSessions } from '#app/domain/identity/accounts/sessions.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'

/** Signs the operator out in all other browsers. */
export const handle = { access: 'admin.profile.edit' } satisfies Handle

export const loader = () => redirect(paths.admin.profileSessions())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, noFields, paths.admin.profileSessions(), async ({ trx, context }) => {
    const { actor, session } = ownAccount(context)
    const count = await endOtherSessions(trx, actor, session.id)
    return redirectWith(paths.admin.profileSessions(), 'sessions_ended', { count })
  })
