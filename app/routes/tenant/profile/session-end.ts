import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { endOwnSession } from '#app/domain/identity/accounts/sessions.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'profile.edit' } satisfies Handle

export const loader = () => redirect(paths.profile.sessions())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, noFields, paths.profile.sessions(), async ({ trx, actor }) => {
    await endOwnSession(trx, actor, idOf(args.params, 'not_found.session'))
    return redirectWith(paths.profile.sessions(), 'session_ended')
  })
