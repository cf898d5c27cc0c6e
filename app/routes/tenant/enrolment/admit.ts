import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { admit } from '#app/domain/enrolments/change-enrolment.server.ts'
import { versionForm } from '#app/domain/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'enrolment.edit' } satisfies Handle

export const loader = () => redirect(paths.student.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.enrolment')
  return submitVerb(
    args,
    versionForm,
    paths.student.list(),
    async ({ trx, actor, context, today }, input) => {
      const scope = context.scope('enrolment.edit')
      const row = await admit(trx, actor, scope, id, input.version, today)
      const { student_id, student: name, subject } = row
      return redirectWith(paths.student.view(student_id), 'enrolment_created', { name, subject })
    },
  )
}
