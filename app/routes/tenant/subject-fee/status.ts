import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { statusForm } from '#app/domain/fields.ts'
import { setSubjectFeeStatus } from '#app/domain/subject-fees/change-subject-fee.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'subject_fee.edit' } satisfies Handle

export const loader = () => redirect(paths.subjectFee.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.subject_fee')
  const page = paths.subjectFee.view(id)
  return submitVerb(args, statusForm, page, async ({ trx, actor }, { status, version }) => {
    const name = await setSubjectFeeStatus(trx, actor, { id, version }, status)
    return redirectWith(page, status === 'active' ? 'subject_fee_activated' : 'subject_fee_deactivated', {
      name,
    })
  })
}
