import { redirect } from '@remix-run/node'
import { sameForm } from '#app/domain/enrolment/applications/application.ts'
import { linkToStudent } from '#app/domain/enrolment/applications/similar.ts'
import { paths } from '#app/paths.ts'
import { childVerb } from '#app/server/applications/deciding.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The child is the one on file: approval gives that one the seats. */
export const handle = {
  access: { any: ['application.approve', 'application.approve_if_set'] },
} satisfies Handle

export const loader = () => redirect(paths.application.list())

export const action = childVerb(sameForm, async ({ work, scope, which }, { id, student_id }) => {
  const { trx, actor, context } = work
  const name = await linkToStudent(trx, actor, scope, keysOf(context), which, student_id)
  return redirectWith(paths.application.child(id), 'application_linked', { name })
})
