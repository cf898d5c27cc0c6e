import { redirect } from '@remix-run/node'
import { proposeDifference } from '#app/domain/billing/credit-notes/propose-difference.ts'
import { admit } from '#app/domain/people/enrolments/change-enrolment.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import { proposalWords, withProposed } from '#app/server/payments/credit-notes.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'enrolment.edit' } satisfies Handle

export const loader = () => redirect(paths.student.list())

export const action = versionVerb(
  'not_found.enrolment',
  () => paths.student.list(),
  async ({ trx, actor, context, today }, { id, version }) => {
    const scope = context.scope('enrolment.edit')
    const row = await admit(trx, actor, scope, id, version, today)
    const { student_id, student: name, subject } = row
    const words = proposalWords(context.t, 'came_reason', subject)
    const proposed = await proposeDifference(trx, actor, [id], { words, today })
    const flash = withProposed('enrolment_created', proposed)
    return redirectWith(paths.student.view(student_id), flash, { name, subject })
  },
)
