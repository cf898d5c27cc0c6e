import { redirect } from '@remix-run/node'
import { restoreStudent } from '#app/domain/people/students/change-student.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'student.remove' } satisfies Handle

export const loader = () => redirect(paths.student.removed())

export const action = versionVerb(
  'not_found.student',
  () => paths.student.removed(),
  async ({ trx, actor, context }, at) => {
    const name = await restoreStudent(trx, actor, context.scope('student.remove'), at)
    return redirectWith(paths.student.view(at.id), 'student_restored', { name })
  },
)
