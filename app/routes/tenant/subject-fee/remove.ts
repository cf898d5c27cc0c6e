import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { versionForm } from '#app/domain/fields.ts'
import { removeSubjectFee } from '#app/domain/subject-fees/change-subject-fee.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'subject_fee.remove' } satisfies Handle

export const loader = () => redirect(paths.subjectFee.list())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.subject_fee')
  return submitVerb(args, versionForm, paths.subjectFee.view(id), async ({ trx, actor }, { version }) => {
    const name = await removeSubjectFee(trx, actor, { id, version })
    return redirectWith(paths.subjectFee.list(), 'subject_fee_removed', { name })
  })
}
