import { redirect } from '@remix-run/node'
import { resumeEnrolment } from '#app/domain/people/enrolments/change-enrolment.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'enrolment.edit' } satisfies Handle

export const loader = () => redirect(paths.student.list())

export const action = versionVerb(
  'not_found.enrolment',
  () => paths.student.list(),
  async ({ trx, actor, context, today }, { id, version }) => {
    const scope = context.scope('enrolment.edit')
    const row = await resumeEnrolment(trx, actor, scope, id, version, today)
    const { student_id, student: name, subject } = row
    return redirectWith(paths.student.view(student_id), 'enrolment_resumed', { name, subject })
  },
)
