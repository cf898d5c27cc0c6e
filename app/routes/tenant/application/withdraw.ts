import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { withdrawApplication } from '#app/domain/enrolment/applications/decide-application.ts'
import { applicationCode } from '#app/domain/enrolment/applications/find-application.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A signed-in parent takes their own application back. */
export const handle = { access: 'application.withdraw' } satisfies Handle

export const loader = () => redirect(paths.application.list())

export const action = rowVerb(
  noFields,
  'not_found.application',
  paths.application.view,
  async ({ trx, actor, context }, { id }) => {
    const public_code = await applicationCode(trx, context.scope('application.withdraw'), id)
    const number = await withdrawApplication(trx, actor, { public_code })
    return redirectWith(paths.application.view(id), 'application_withdrawn', { number })
  },
)
