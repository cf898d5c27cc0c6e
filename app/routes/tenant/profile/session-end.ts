import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { endOwnSession } from '#app/domain/identity/accounts/sessions.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'profile.edit' } satisfies Handle

export const loader = () => redirect(paths.profile.sessions())

export const action = rowVerb(
  noFields,
  'not_found.session',
  () => paths.profile.sessions(),
  async ({ trx, actor }, { id }) => {
    await endOwnSession(trx, actor, id)
    return redirectWith(paths.profile.sessions(), 'session_ended')
  },
)
