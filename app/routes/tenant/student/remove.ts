import { redirect } from '@remix-run/node'
import { removeStudent } from '#app/domain/people/students/change-student.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'student.remove' } satisfies Handle

export const loader = () => redirect(paths.student.list())

export const action = versionVerb(
  'not_found.student',
  paths.student.view,
  async ({ trx, actor, context, today }, at) => {
    const name = await removeStudent(trx, actor, context.scope('student.remove'), at, today)
    return redirectWith(paths.student.list(), 'student_removed', { name })
  },
)
