import { redirect } from '@remix-run/node'
import { otherForm } from '#app/domain/enrolment/applications/application.ts'
import { declareDifferent } from '#app/domain/enrolment/applications/similar.ts'
import { paths } from '#app/paths.ts'
import { childVerb } from '#app/server/applications/deciding.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The child only has the name and birthday of the one on file. */
export const handle = {
  access: { any: ['application.approve', 'application.approve_if_set'] },
} satisfies Handle

export const loader = () => redirect(paths.application.list())

export const action = childVerb(otherForm, async ({ work, scope, which }, { id, twin_reason }) => {
  const { trx, actor, context } = work
  const name = await declareDifferent(trx, actor, scope, keysOf(context), which, twin_reason)
  return redirectWith(paths.application.child(id), 'application_distinguished', { name })
})
