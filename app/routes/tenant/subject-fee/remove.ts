import { redirect } from '@remix-run/node'
import { removeSubjectFee } from '#app/domain/catalogue/subject-fees/change-subject-fee.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'subject_fee.remove' } satisfies Handle

export const loader = () => redirect(paths.subject_fee.list())

export const action = versionVerb(
  'not_found.subject_fee',
  paths.subject_fee.view,
  async ({ trx, actor }, at) => {
    const name = await removeSubjectFee(trx, actor, at)
    return redirectWith(paths.subject_fee.list(), 'subject_fee_removed', { name })
  },
)
