import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { endOwnSession } from '#app/domain/accounts/sessions.server.ts'
import { noFields } from '#app/domain/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/answers.ts'
import { idOf } from '#app/server/params.ts'
import { submitVerb } from '#app/server/submit-verb.ts'
import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'profile.edit' } satisfies Handle

export const loader = () => redirect(paths.profile.sessions())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, noFields, paths.profile.sessions(), async ({ trx, actor }) => {
    await endOwnSession(trx, actor, idOf(args.params, 'not_found.session'))
    return redirectWith(paths.profile.sessions(), 'session_ended')
  })
