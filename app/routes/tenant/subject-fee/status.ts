import { redirect } from '@remix-run/node'
import { setSubjectFeeStatus } from '#app/domain/catalogue/subject-fees/change-subject-fee.ts'
import { statusForm } from '#app/domain/core/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith, switchedFlash } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'subject_fee.edit' } satisfies Handle

export const loader = () => redirect(paths.subject_fee.list())

export const action = rowVerb(
  statusForm,
  'not_found.subject_fee',
  paths.subject_fee.view,
  async ({ trx, actor }, { id, status, version }) => {
    const name = await setSubjectFeeStatus(trx, actor, { id, version }, status)
    return redirectWith(paths.subject_fee.view(id), switchedFlash('subject_fee', status), { name })
  },
)
