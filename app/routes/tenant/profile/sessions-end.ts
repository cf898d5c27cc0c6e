import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { endOtherSessions } from '#app/domain/identity/accounts/sessions.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'profile.edit' } satisfies Handle

export const loader = () => redirect(paths.profile.sessions())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, noFields, paths.profile.sessions(), async ({ trx, actor, context }) => {
    const { session } = context
    if (session?.kind !== 'user') throw new Refusal('action_not_allowed')
    const count = await endOtherSessions(trx, actor, session.id)
    return redirectWith(paths.profile.sessions(), 'sessions_ended', { count })
  })
