import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import { removeStudent } from '#app/domain/students/status.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'student.remove' } satisfies Handle

export const loader = () => redirect(paths.student.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.student')
  return submitVerb(
    args,
    versionForm,
    paths.student.view(id),
    async ({ trx, actor, context, today }, { version }) => {
      const name = await removeStudent(trx, actor, context.scope('student.remove'), { id, version }, today)
      return redirectWith(paths.student.list(), 'student_removed', { name })
    },
  )
}
